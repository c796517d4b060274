import { inflateSync } from 'node:zlib';

/**
 * What somebody can mark and copy from a PDF of ours, a line for each piece of text: every letter
 * goes from its drawing back to its character through the map that the PDF carries.
 */
export function textOfPdf(pdf: Buffer): string {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, ReadonlyMap<number, string>>();
  for (const { head } of objects.values())
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1];
      if (map !== undefined) fonts.set(name, lettersOf(objects.get(map)?.content ?? ''));
    }
  return [...objects.values()]
    .filter(({ content }) => content.includes('BT\n'))
    .flatMap(({ content }) => piecesOf(content, fonts))
    .join('\n');
}

/** Width and height of every page, in millimetres. */
export function pagesOfPdf(pdf: Buffer): [number, number][] {
  return [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, wide, tall]) => [(Number(wide) / 72) * 25.4, (Number(tall) / 72) * 25.4],
  );
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
