import { inflateSync } from 'node:zlib';

/**
 * What somebody can mark and copy from a PDF of ours, a line for each piece of text: every letter
 * goes from its drawing back to its character through the map that the PDF carries.
 */
export function textOfPdf(pdf: Buffer): string {
  const objects = objectsOf(pdf);
  const fonts = fontsOf(objects);
  return [...objects.values()]
    .filter(({ content }) => content.includes('BT\n'))
    .flatMap(({ content }) => piecesOf(content, fonts))
    .join('\n');
}

/**
 * What a screen reader reads out of a tagged PDF, in its order: each tag with its text, or with the
 * name of what can't be read.
 */
export function readOutOfPdf(pdf: Buffer): [tag: string, text: string][] {
  const objects = objectsOf(pdf);
  const fonts = fontsOf(objects);
  const head = (id: string) => objects.get(id)?.head ?? '';
  function readOut(id: string): [string, string][] {
    const element = head(id);
    const tag = /\/S \/(\w+)/.exec(element)?.[1] ?? '';
    const kids = /\/K \[([^\]]*)\]/.exec(element)?.[1] ?? '';
    const inner = [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid = '']) => readOut(kid));
    if (inner.length > 0 || tag === '') return inner;
    const name = /\/Alt \(([^)]*)\)/.exec(element)?.[1];
    if (name !== undefined) return [[tag, name]];
    const page = /\/Pg (\d+) 0 R/.exec(element)?.[1] ?? '';
    const content = objects.get(/\/Contents (\d+) 0 R/.exec(head(page))?.[1] ?? '')?.content ?? '';
    const marked = kids
      .trim()
      .split(/\s+/)
      .map((mcid) => new RegExp(`/MCID ${mcid}\\s*>> BDC([^]*?)\\nEMC`).exec(content)?.[1] ?? '');
    return [[tag, marked.flatMap((part) => piecesOf(part, fonts)).join(' ')]];
  }
  const root = [...objects.values()].find(({ head }) => head.includes('/StructTreeRoot\n'));
  const tops = /\/K \[([^\]]*)\]/.exec(root?.head ?? '')?.[1] ?? '';
  return [...tops.matchAll(/(\d+) 0 R/g)].flatMap(([, id = '']) => readOut(id));
}

/** Width and height of every page, in millimetres. */
export function pagesOfPdf(pdf: Buffer): [number, number][] {
  return [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, wide, tall]) => [(Number(wide) / 72) * 25.4, (Number(tall) / 72) * 25.4],
  );
}

function fontsOf(objects: ReadonlyMap<string, PdfObject>) {
  const fonts = new Map<string, ReadonlyMap<number, string>>();
  for (const { head } of objects.values())
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1];
      if (map !== undefined) fonts.set(name, lettersOf(objects.get(map)?.content ?? ''));
    }
  return fonts;
}

interface PdfObject {
  readonly head: string;
  readonly content: string;
}

function objectsOf(pdf: Buffer): ReadonlyMap<string, PdfObject> {
  const all = new Map<string, PdfObject>();
  const file = pdf.toString('latin1');
  for (const [, id = '', body = ''] of file.matchAll(/(\d+) 0 obj\n([^]*?)\nendobj/g)) {
    const start = body.indexOf('stream\n');
    if (start < 0) {
      all.set(id, { head: body, content: '' });
      continue;
    }
    const head = body.slice(0, start);
    const bytes = Buffer.from(body.slice(start + 7, body.lastIndexOf('\nendstream')), 'latin1');
    const packed = head.includes('/FlateDecode') && !head.includes('/Length1');
    all.set(id, { head, content: packed ? inflateSync(bytes).toString('latin1') : '' });
  }
  return all;
}

/** The characters of a font by the number of their drawing. */
function lettersOf(map: string): ReadonlyMap<number, string> {
  const letters = new Map<number, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    const characters = [...list.matchAll(/<([\w ]*)>/g)];
    for (const [place, [, hex = '']] of characters.entries())
      letters.set(
        parseInt(first, 16) + place,
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      );
  }
  return letters;
}

function piecesOf(
  content: string,
  fonts: ReadonlyMap<string, ReadonlyMap<number, string>>,
): string[] {
  return [...content.matchAll(/\/(F\d+) [\d.]+ Tf([^]*?)ET/g)].map(([, font = '', drawn = '']) =>
    [...drawn.matchAll(/<(\w+)>/g)]
      .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      .map((glyph) => fonts.get(font)?.get(parseInt(glyph, 16)) ?? '')
      .join(''),
  );
}
