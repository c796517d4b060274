import PDFDocument from 'pdfkit';
import { printable, readsLeftward } from '#contract/printable.ts';
import { qrCode } from '#server/qr-code.ts';
import { markStrokes } from './drawings.ts';
import { pdfFonts } from './fonts.ts';
import { linesOf, type Piece, piecesOf } from './mixed-text.ts';
import type { Paper } from './paper.ts';

/** Points in a CSS pixel (1/96 inch), the unit of everything here and of the print view. */
const points = 0.75;

const ink = '#000000';
export const soft = '#444444';

type Face = Exclude<keyof typeof pdfFonts, 'arabic' | 'arabic heavy'>;
type Tag = 'P' | 'H1' | 'H2' | 'Span' | 'TH' | 'TD' | 'Lbl' | 'LBody';
type Group = 'P' | 'L' | 'LI' | 'Table' | 'TR';

export interface Type {
  readonly size: number;
  /** From one baseline to the next. */
  readonly leading: number;
  readonly face?: Face;
  readonly colour?: string;
  readonly align?: 'left' | 'right' | 'center';
  /** Added between letters. */
  readonly tracking?: number;
  /** Its role for a screen reader, as PDF names it; a paragraph if it has none. */
  readonly tag?: Tag;
}

export type Pen = ReturnType<typeof createPen>;

/** Draws on the pages of one PDF of the given width. Every `y` is the top of what is drawn. */
export function createPen(
  paper: Pick<Paper, 'title' | 'reference' | 'authority' | 'logo'>,
  width: number,
) {
  const doc = new PDFDocument({
    autoFirstPage: false,
    font: '',
    lang: 'en-NG',
    displayTitle: true,
    pdfVersion: '1.7',
    tagged: true,
    info: {
      Title: `${paper.title} ${paper.reference.join('')}`,
      Author: paper.authority,
      Creator: 'Hanya',
      Producer: 'Hanya',
    },
  });
  for (const [face, file] of Object.entries(pdfFonts)) doc.registerFont(face, file);

  let isUnread = false;
  let parent = doc.struct('Document');
  doc.addStructure(parent);

  /** Draws parts that belong together; a screen reader reads them in the order of drawing. */
  function group<T>(type: Group, draw: () => T): T {
    if (isUnread) return draw();
    const outer = parent;
    parent = doc.struct(type);
    outer.add(parent);
    const drawn = draw();
    parent.end();
    parent = outer;
    return drawn;
  }

  function read(tag: Tag | 'Figure', draw: () => void, alt?: string, actual?: string): void {
    if (isUnread) {
      draw();
      return;
    }
    const options = {
      ...(alt !== undefined && { alt }),
      ...(actual !== undefined && { actual }),
      ...(tag === 'TH' && { scope: 'Column' }),
    };
    parent.add(doc.struct(tag, options, [draw]));
  }

  /** Draws what no screen reader reads out: lines, marks, and the head of a further page. */
  function unread<T>(draw: () => T): T {
    if (isUnread) return draw();
    doc.markContent('Artifact', { type: 'Layout' });
    isUnread = true;
    const drawn = draw();
    isUnread = false;
    doc.endMarkedContent();
    return drawn;
  }

  function page(height: number): void {
    // With this much room below, the library never begins a page by itself: we do.
    const margins = { top: 0, left: 0, right: 0, bottom: -Infinity };
    doc.addPage({ size: [width * points, height * points], margins });
    doc.scale(points);
  }

  function set({ face = 'regular', size }: Pick<Type, 'face' | 'size'>): void {
    doc.font(face).fontSize(size);
  }

  const optionsOf = ({ size, leading, align = 'left', tracking = 0 }: Type, wide: number) => ({
    width: wide,
    align,
    characterSpacing: tracking,
    lineGap: leading - size * contentArea,
    features: ['tnum' as const],
  });

  /** Arabic letters have a font of their own, whose letters are tall. */
  function setPiece({ text, face }: Piece<Face>, size: number): void {
    const own = face === 'regular' || face === 'mono' ? 'arabic' : 'arabic heavy';
    doc.font(readsLeftward(text) ? own : face).fontSize(size);
  }

  const pieceWidth = (piece: Piece<Face>, { size, tracking = 0 }: Type): number => {
    setPiece(piece, size);
    const isArabic = readsLeftward(piece.text);
    return doc.widthOfString(
      piece.text,
      isArabic ? {} : { characterSpacing: tracking, features: ['tnum'] },
    );
  };

  /** Lines of words of both directions, each with what stands in it from left to right. */
  const mixedLines = (pieces: readonly Piece<Face>[], wide: number, type: Type) =>
    linesOf(pieces, wide, (piece) => pieceWidth(piece, type));

  /** Writes words of both directions and answers where the next line begins. */
  function writeMixed(
    pieces: readonly Piece<Face>[],
    x: number,
    y: number,
    wide: number,
    type: Type,
  ): number {
    const { size, leading, align = 'left', tracking = 0, colour = ink } = type;
    const lines = mixedLines(pieces, wide, type);
    const draw = () => {
      for (const [place, line] of lines.entries()) {
        const spare = wide - line.width;
        let at = x + (align === 'right' ? spare : align === 'center' ? spare / 2 : 0);
        for (const piece of line.pieces) {
          setPiece(piece, size);
          const isArabic = readsLeftward(piece.text);
          const top = topOf(y + place * leading, type) - (isArabic ? arabicRise * size : 0);
          const options = { lineBreak: false, ...(!isArabic && { features: ['tnum' as const] }) };
          doc.fillColor(colour).text(piece.text, at, top, {
            ...options,
            ...(!isArabic && { characterSpacing: tracking }),
          });
          at += pieceWidth(piece, type);
        }
      }
    };
    read(type.tag ?? 'P', draw, undefined, pieces.map(({ text }) => text).join(''));
    return y + lines.length * leading;
  }

  /** The height of a text in a column. */
  function heightOf(text: string, wide: number, type: Type): number {
    const said = drawable(text);
    if (readsLeftward(said))
      return mixedLines(piecesOf(said, type.face ?? 'regular'), wide, type).length * type.leading;
    set(type);
    return doc.heightOfString(said, optionsOf(type, wide));
  }

  function widthOf(text: string, type: Type): number {
    const said = drawable(text);
    if (readsLeftward(said))
      return piecesOf(said, type.face ?? 'regular').reduce(
        (whole, piece) => whole + pieceWidth(piece, type),
        0,
      );
    set(type);
    const options = { characterSpacing: type.tracking ?? 0, features: ['tnum' as const] };
    return doc.widthOfString(said, options);
  }

  /** Writes into a column and answers where the next line begins. */
  function write(text: string, x: number, y: number, wide: number, type: Type): number {
    const said = drawable(text);
    if (readsLeftward(said))
      return writeMixed(piecesOf(said, type.face ?? 'regular'), x, y, wide, type);
    const top = topOf(y, type);
    set(type);
    read(type.tag ?? 'P', () => {
      doc.fillColor(type.colour ?? ink).text(said, x, top, optionsOf(type, wide));
    });
    return y + doc.y - top;
  }

  /** The same, its first words in a stronger face. */
  function writeLead(
    { lead, rest, face = 'semibold' }: { lead: string; rest: string; face?: Face },
    x: number,
    y: number,
    wide: number,
    type: Type,
  ): number {
    if (readsLeftward(lead + rest)) {
      const pieces = [
        ...piecesOf(drawable(`${lead} `), face),
        ...piecesOf(drawable(rest), type.face ?? 'regular'),
      ];
      return writeMixed(pieces, x, y, wide, type);
    }
    const top = topOf(y, type);
    const options = optionsOf(type, wide);
    read(type.tag ?? 'P', () => {
      set({ ...type, face });
      doc.fillColor(ink).text(drawable(`${lead} `), x, top, { ...options, continued: true });
      set(type);
      doc.text(drawable(rest), { ...options, continued: false });
    });
    return y + doc.y - top;
  }

  function rule(x: number, y: number, wide: number, thick: number, colour = ink): void {
    unread(() => doc.rect(x, y, wide, thick).fill(colour));
  }

  function dashes(x: number, y: number, wide: number, thick: number): void {
    unread(() => {
      doc.save().lineWidth(thick).dash(6, { space: 5 }).strokeColor(ink);
      doc.moveTo(x, y + thick / 2).lineTo(x + wide, y + thick / 2);
      doc.stroke().restore();
    });
  }

  function box(x: number, y: number, wide: number, tall: number, radius: number): void {
    unread(() => {
      doc.lineWidth(2.5).strokeColor(ink);
      doc.roundedRect(x + 1.25, y + 1.25, wide - 2.5, tall - 2.5, radius).stroke();
    });
  }

  /** What is drawn on the document itself, named for who can't see it. */
  const figure = (name: string, draw: (on: typeof doc) => void): void =>
    read('Figure', () => draw(doc), name);

  /** A QR code, named for who can't see it, without its white margin, which its place must give. */
  function code(text: string, name: string, x: number, y: number, side: number): void {
    const { size, path } = qrCode(text);
    const draw = () => {
      doc
        .save()
        .translate(x, y)
        .scale(side / size);
      doc.path(path).fill(ink).restore();
    };
    read('Figure', draw, name);
  }

  /** The organisation's logo, else the mark of the product, black. */
  function mark(x: number, y: number, side: number): void {
    unread(() => {
      if (paper.logo !== null) {
        doc.image(Buffer.from(paper.logo), x, y, {
          fit: [side, side],
          align: 'center',
          valign: 'center',
        });
        return;
      }
      doc
        .save()
        .translate(x, y)
        .scale(side / 28)
        .strokeColor(ink);
      for (const [thick, path] of markStrokes) doc.lineWidth(Number(thick)).path(path).stroke();
      doc.restore();
    });
  }

  return {
    doc,
    page,
    group,
    unread,
    write,
    writeLead,
    heightOf,
    widthOf,
    rule,
    dashes,
    box,
    code,
    figure,
    mark,
  };
}

/** The height of letters above and below the baseline, of every face, for a size of 1. */
const contentArea = 1.266;

/** The Arabic font begins so much higher above the same baseline, for a size of 1. */
const arabicRise = 1.069 - 0.883;

/** The distance from the top at which the library begins a line that is centred in its leading. */
const topOf = (y: number, { size, leading }: Type): number =>
  y + (leading - size * 1.2) / 2 + size * 0.057;

/**
 * The same text in letters that the fonts have, in the order that the library needs. It can't place a tone mark on a letter with a
 * built-in dot below (Ọ̀yọ́): such a letter is taken apart, its dot last.
 */
export const drawable = (text: string): string =>
  printable(text).text.replaceAll(/\p{L}\p{M}+/gu, (letter) =>
    letter.normalize('NFD').replace(/([\u0323\u0331])(\p{M}+)/u, '$2$1'),
  );
