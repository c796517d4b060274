import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The styles and fonts of papers and public pages are served here. */
export const styleFolder = '/papers';

/** The screens' variable fonts lack letters that names of drivers have. */
const screens = path.resolve(import.meta.dirname, '../../../../web/assets/fonts');
/** A fixed file for each weight, as PDF takes them. Licence: fonts/OFL.txt. */
const fixed = path.join(import.meta.dirname, 'fonts');

/** The faces of a PDF. */
export const pdfFonts = {
  regular: path.join(fixed, 'overpass-400.ttf'),
  semibold: path.join(fixed, 'overpass-600.ttf'),
  heavy: path.join(fixed, 'overpass-800.ttf'),
  mono: path.join(fixed, 'overpass-mono-700.ttf'),
  arabic: path.join(fixed, 'noto-naskh-arabic-400.ttf'),
  'arabic heavy': path.join(fixed, 'noto-naskh-arabic-700.ttf'),
} as const;

/** Dotted vowels, tone marks and other letters that the screens' fonts leave out. */
const rest =
  'U+0100-017F,U+0186-0190,U+01C0-0252,U+0254-0256,U+0258-02BC,' +
  'U+0300-0304,U+0308,U+030C,U+0323,U+0331,U+1E00-1EFF';

const arabic = 'U+0600-06FF,U+0750-077F,U+0870-08FF,U+FB50-FDFF,U+FE70-FEFC';

type Face = readonly [family: string, file: string, weight: string, range?: string];
const pageFonts: readonly Face[] = [
  ['Overpass', 'overpass.woff2', '400 800', 'U+0000-00FF,U+2010-2026,U+2212'],
  [
    'Overpass',
    'overpass-ng.woff2',
    '400 800',
    'U+0181,U+018A,U+0198-0199,U+01B3-01B4,U+0253,U+0257,U+20A6',
  ],
  ['Overpass Rest', 'overpass-400.ttf', '400', rest],
  ['Overpass Rest', 'overpass-600.ttf', '600', rest],
  ['Overpass Rest', 'overpass-800.ttf', '800', rest],
  ['Overpass Rest', 'noto-naskh-arabic-400.ttf', '400', arabic],
  ['Overpass Rest', 'noto-naskh-arabic-700.ttf', '600 800', arabic],
  ['Overpass Mono', 'overpass-mono.woff2', '400 700'],
];

const metrics = 'font-display:swap;ascent-override:94%;descent-override:26%;line-gap-override:0%;';

/** Overpass as papers and public pages load it: only the files that a page has letters of. */
export const fontFaces = pageFonts
  .map(
    ([family, file, weight, range]) =>
      `@font-face{font-family:'${family}';src:url('${styleFolder}/${file}');font-weight:${weight};${metrics}${
        range === undefined ? '' : `unicode-range:${range}`
      }}`,
  )
  .join('\n');

/** Tried in this order for each letter. */
export const fontFamily = "Overpass,'Overpass Rest',system-ui,sans-serif";

/** The bytes of a font file, and the type it is sent as. */
export interface StyleFile {
  readonly type: string;
  readonly content: Buffer | string;
}

/** A font file that a page loads; undefined for any other name. */
export async function fontFile(name: string): Promise<StyleFile | undefined> {
  if (!pageFonts.some(([, file]) => file === name)) return undefined;
  const kind = path.extname(name).slice(1);
  const content = await readFile(path.join(kind === 'ttf' ? fixed : screens, name));
  return { type: `font/${kind}`, content };
}
