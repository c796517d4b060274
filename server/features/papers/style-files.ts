import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PaperSize } from '#contract/papers.ts';
import { paperStyle } from './paper-style.ts';

/** Where the styles and letters of papers and public pages are served. */
export const styleFolder = '/papers';

/** The style of a print view: its name says how large the sheet is. */
export function styleAddress(size: PaperSize, height = 200): string {
  const sheet = size === 'a4' ? 'a4' : `80mm-${Math.ceil(height) + 6}`;
  return `${styleFolder}/${sheet}.css`;
}

const screens = path.resolve(import.meta.dirname, '../../../web/assets/fonts');
const here = path.join(import.meta.dirname, 'fonts');

const fonts: Readonly<Record<string, readonly [folder: string, type: string]>> = {
  'overpass.woff2': [screens, 'font/woff2'],
  'overpass-ng.woff2': [screens, 'font/woff2'],
  'overpass-mono.woff2': [screens, 'font/woff2'],
  'overpass-400.ttf': [here, 'font/ttf'],
  'overpass-600.ttf': [here, 'font/ttf'],
  'overpass-800.ttf': [here, 'font/ttf'],
};

/** One of the files under `styleFolder`; undefined for any other name. */
export async function styleFile(
  name: string,
): Promise<{ type: string; content: Buffer | string } | undefined> {
  const roll = /^80mm-(\d{2,4})\.css$/.exec(name);
  if (roll) return { type: css, content: paperStyle(`80mm ${roll[1] ?? ''}mm`) };
  if (name === 'a4.css') return { type: css, content: paperStyle('A4') };
  const font = Object.hasOwn(fonts, name) ? fonts[name] : undefined;
  if (!font) return undefined;
  const [folder, type] = font;
  return { type, content: await readFile(path.join(folder, name)) };
}

const css = 'text/css; charset=utf-8';
