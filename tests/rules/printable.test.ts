import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { missingSign, printable } from '#contract/printable.ts';
import { pdfFonts } from '#server/modules/after-ticket/papers/fonts.ts';
import { linesOf, piecesOf } from '#server/modules/after-ticket/papers/mixed-text.ts';

test.for([
  ['Ibrahim\u2011Sani O\ufb03ong', 'Ibrahim\u2010Sani Offiong'],
  ['Km 5 \u2192 Kano', 'Km 5 -> Kano'],
  ['\uff2b\uff21\uff24\uff0d\uff11\uff12\uff13', 'KAD-123'],
  [
    '\u201cO\u2019Neill\u201d \u2033x\u2033 \u2116 5',
    '\u201cO\u2019Neill\u201d \u201dx\u201d No 5',
  ],
  ['Ma\u00adry\u200bam\ufeff', 'Maryam'],
  ['Musa\u202eidajnaD', 'MusaidajnaD'],
  ['\u1e98x\u0306', 'wx'],
  ['Ọláṣẹ Ụgwụ Ɗanjuma \u20a65,000', 'Ọláṣẹ Ụgwụ Ɗanjuma \u20a65,000'],
  ['محمد بللو', 'محمد بللو'],
  ['\ufeb3\ufefb\ufee1', '\u0633\u0644\u0627\u0645'],
])('%s is read as what papers have letters for', ([written = '', said = '']) => {
  expect(printable(written)).toEqual({ text: said, missing: '' });
});

test('letters that no font has leave a sign, one for a run of them, and are told', () => {
  expect(printable('王小明 Bello 😀')).toEqual({
    text: `${missingSign} Bello ${missingSign}`,
    missing: '王小明😀',
  });
});

/** A font of papers, as the library opens it. */
function fontOf(face: keyof typeof pdfFonts) {
  const doc = new PDFDocument({ autoFirstPage: false, font: '' });
  doc.registerFont(face, pdfFonts[face]);
  const { _font: opened } = doc.font(face) as unknown as {
    _font: { font: { hasGlyphForCodePoint: (code: number) => boolean } };
  };
  return opened.font;
}

test('every letter that a paper draws is in its fonts', () => {
  const latin = (['regular', 'semibold', 'heavy'] as const).map(fontOf);
  const arabic = (['arabic', 'arabic heavy'] as const).map(fontOf);
  const lacking: string[] = [];
  for (let code = 0x20; code < 0x30_000; code += 1) {
    if (code >= 0xd8_00 && code < 0xe0_00) continue;
    for (const letter of printable(String.fromCodePoint(code)).text) {
      // A line break is laid out, not drawn.
      if (letter === '\n') continue;
      const at = letter.codePointAt(0) ?? 0;
      const fonts = at >= 0x6_00 && at < 0x9_00 ? arabic : latin;
      if (!fonts.every((font) => font.hasGlyphForCodePoint(at))) lacking.push(at.toString(16));
    }
  }
  expect([...new Set(lacking)]).toEqual([]);
});

const inLine = (text: string, wide: number) =>
  linesOf(piecesOf(text, 'regular'), wide, (piece) => piece.text.length).map(({ pieces }) =>
    pieces.map((piece) => piece.text).join(''),
  );

test('Arabic words stand from right to left, and Latin ones around them from left to right', () => {
  expect(inLine('Driver محمد بللو of Kano', 100)).toEqual(['Driver بللو محمد of Kano']);
  expect(inLine('محمد، بللو', 100)).toEqual(['بللو محمد،']);
});

test('lines break between words, in the order in which they are read', () => {
  expect(inLine('محمد بللو سعيد', 9)).toEqual(['بللو محمد', 'سعيد']);
  expect(inLine('محمد\nبللو', 9)).toEqual(['محمد', 'بللو']);
  expect(inLine('محمدبللوسعيد', 6)).toEqual(['محمدبل', 'لوسعيد']);
});
