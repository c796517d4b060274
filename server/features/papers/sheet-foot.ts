import type { Paper } from './paper.ts';
import { type Pen, soft, type Type } from './pen.ts';

const width = 793.7;
const margin = 52;
const inner = width - 2 * margin;

const small: Type = { size: 12, leading: 16, colour: soft };
const foot: Type = { size: 11, leading: 15, colour: soft };

/** What the signatures and the part to tear off take up at the foot of the last page. */
export const officeHeight = 232;

/** Signatures, the line to cut along, and what the office keeps. */
export function officeStub(pen: Pen, paper: Paper, pages: number): void {
  const bottom = 1122.5;
  const half = (inner - 40) / 2;
  for (const [place, name] of paper.signatures.entries()) {
    const x = margin + place * (half + 40);
    pen.rule(x, bottom - 196, half, 1);
    pen.write(name, x, bottom - 190, half, small);
  }
  pen.dashes(0, bottom - 144, width, 2);
  scissors(pen, 22, bottom - 151);

  const y = bottom - 122;
  pen.mark(margin, y + 14, 30);
  pen.write('Office copy', margin + 42, y + 20, 80, { size: 13, leading: 18, face: 'heavy' });
  const right = margin + inner;
  pen.code(paper.address, right - 56, y + 1, 56);
  const columns: [string, string, Type, number][] = [
    ['Reference', paper.reference.join(' '), { ...stubValue, face: 'mono' }, 166],
    ...paper.office.map(({ label, value }): [string, string, Type, number] => [
      label,
      value,
      stubValue,
      Math.max(pen.widthOf(value, stubValue), pen.widthOf(label, small)) + 2,
    ]),
  ];
  const totalType: Type = { size: 18, leading: 22, face: 'heavy', align: 'right' };
  const space = inner - 140 - 76 - pen.widthOf(paper.total, totalType) - 16;
  const used = columns.reduce((sum, [, , , wide]) => sum + wide, 0);
  const gap = Math.max(8, (space - used) / Math.max(1, columns.length));
  let x = margin + 136;
  for (const [label, value, type, wide] of columns) {
    pen.write(label, x, y + 12, wide + 8, small);
    pen.write(value, x, y + 29, wide + 8, type);
    x += wide + gap;
  }
  pen.write('Total', margin, y + 9, inner - 76, { ...small, align: 'right' });
  pen.write(paper.total, margin, y + 27, inner - 76, totalType);

  pen.write(`${paper.printed} by ${paper.printedBy}`, margin, bottom - 42, 330, foot);
  const where = paper.address.replace(/^https?:\/\//, '');
  pen.write(where, margin + 300, bottom - 42, 300, { ...foot, align: 'center' });
  const page = pages === 1 ? 'Page 1 of 1' : `Page ${pages} of ${pages}`;
  pen.write(page, margin, bottom - 42, inner, { ...foot, align: 'right' });
}

const stubValue: Type = { size: 13, leading: 18, face: 'heavy' };

function scissors(pen: Pen, x: number, y: number): void {
  const { doc } = pen;
  doc.rect(x - 4, y, 24, 16).fill('#ffffff');
  doc
    .save()
    .translate(x, y)
    .scale(16 / 24);
  doc.lineWidth(1.8).lineCap('round').strokeColor('#000000');
  doc.circle(6, 7, 3).stroke().circle(6, 17, 3).stroke();
  doc.path('M8.6 8.6l10.4 10.4M8.6 15.4l10.4-10.4').stroke().restore();
}
