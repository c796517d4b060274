import PDFDocument from 'pdfkit';
import { type Face, faces, fontOf } from './fonts.ts';
import { qrRuns } from './qr.ts';

/** Everything is measured in CSS pixels (1/96 inch), as the print view is. */
const points = 0.75;

export const ink = '#000000';
export const soft = '#444444';

export interface Type {
  readonly size: number;
  /** From one baseline to the next. */
  readonly leading: number;
  readonly face?: Face;
  readonly colour?: string;
  readonly align?: 'left' | 'right' | 'center';
  /** Added between letters. */
  readonly tracking?: number;
}

export interface PenOptions {
  readonly width: number;
  readonly title: string;
  readonly author: string;
}

export type Pen = ReturnType<typeof createPen>;

/** Draws on the pages of one PDF. Every `y` is the top of what is drawn. */
export function createPen({ width, title, author }: PenOptions) {
  const doc = new PDFDocument({
    autoFirstPage: false,
    font: '',
    lang: 'en-NG',
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: author, Creator: 'Hanya', Producer: 'Hanya' },
  });
  for (const face of faces) doc.registerFont(face, fontOf(face));

  let dry = false;

  /** Where `draw` ends, without drawing it. */
  function measure(draw: () => number): number {
    dry = true;
    try {
      return draw();
    } finally {
      dry = false;
    }
  }

  function page(height: number): void {
    // Pages are turned by hand: with so much room below, the library never does.
    const margins = { top: 0, left: 0, right: 0, bottom: -height };
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

  /** The height of a text in a column. */
  function heightOf(text: string, wide: number, type: Type): number {
    set(type);
    return doc.heightOfString(text.normalize(), optionsOf(type, wide));
  }

  /** Writes into a column and answers where the next line begins. */
  function write(text: string, x: number, y: number, wide: number, type: Type): number {
    const tall = heightOf(text, wide, type);
    const { size, leading } = type;
    if (dry) return y + tall;
    doc.fillColor(type.colour ?? ink);
    doc.text(text.normalize(), x, y + (leading - size * 1.2) / 2 + size * 0.057, {
      ...optionsOf(type, wide),
    });
    return y + tall;
  }

  /** The same with its first words in semibold. */
  function writeLead(
    [lead, rest]: readonly [string, string],
    x: number,
    y: number,
    wide: number,
    type: Type,
  ): number {
    const first: Type = { ...type, face: 'semibold' };
    const tall = heightOf(`${lead} ${rest}`, wide, first);
    if (dry) return y + tall;
    const top = y + (type.leading - type.size * 1.2) / 2 + type.size * 0.057;
    set(first);
    doc.fillColor(ink).text(`${lead} `.normalize(), x, top, {
      ...optionsOf(first, wide),
      continued: true,
    });
    set(type);
    doc.text(rest.normalize(), { ...optionsOf(type, wide), continued: false });
    return y + tall;
  }

  function widthOf(text: string, type: Type): number {
    set(type);
    return doc.widthOfString(text.normalize(), { characterSpacing: type.tracking ?? 0 });
  }

  function rule(x: number, y: number, wide: number, thick: number, colour = ink): void {
    if (dry) return;
    doc.rect(x, y, wide, thick).fill(colour);
  }

  function dashes(x: number, y: number, wide: number, thick: number): void {
    if (dry) return;
    doc.save().lineWidth(thick).dash(6, { space: 5 }).strokeColor(ink);
    doc.moveTo(x, y + thick / 2).lineTo(x + wide, y + thick / 2);
    doc.stroke().restore();
  }

  function box(x: number, y: number, wide: number, tall: number, radius: number): void {
    if (dry) return;
    doc.lineWidth(2.5).strokeColor(ink);
    doc.roundedRect(x + 1.25, y + 1.25, wide - 2.5, tall - 2.5, radius).stroke();
  }

  /** A QR code, without the white around it that its place must give. */
  function code(text: string, x: number, y: number, side: number): void {
    if (dry) return;
    const { size, runs } = qrRuns(text);
    const step = side / size;
    for (const run of runs) doc.rect(x + run.x * step, y + run.y * step, run.length * step, step);
    doc.fill(ink);
  }

  /** The mark of the product, black. */
  function mark(x: number, y: number, side: number): void {
    if (dry) return;
    doc
      .save()
      .translate(x, y)
      .scale(side / 28)
      .strokeColor(ink);
    doc.lineWidth(1.8).roundedRect(0.9, 0.9, 26.2, 26.2, 6).stroke();
    doc.lineWidth(3.4).path('M8.3 6.4v15.2M19.7 6.4v15.2M8.3 14h11.4').stroke();
    doc.lineWidth(2.4).path('M14 6.4v3.4M14 18.2v3.4').stroke();
    doc.restore();
  }

  return { doc, measure, page, write, writeLead, heightOf, widthOf, rule, dashes, box, code, mark };
}

/** Of every face: what its letters take up above and below the baseline, for a size of 1. */
const contentArea = 1.266;
