import type { Fact, Paper } from './paper.ts';
import { createPen, type Pen } from './pen.ts';

/** 80 mm of paper, of which a printer reaches 72 mm. */
const width = 302.4;
const margin = 15.1;
const inner = width - 2 * margin;

const text = { size: 13, leading: 17 };
const strong = { ...text, face: 'semibold' as const };
const heavy = { ...text, face: 'heavy' as const };

/** The paper for the roll of a pocket printer, as long as it needs to be. */
export function drawRoll(paper: Paper): Pen['doc'] {
  const pen = createPen(paper, width);
  pen.page(rollHeight(paper));
  draw(pen, paper);
  return pen.doc;
}

/**
 * The length of roll that a paper needs, in CSS pixels, measured by drawing it on one that is
 * thrown away.
 */
export function rollHeight(paper: Paper): number {
  const trial = createPen(paper, width);
  trial.page(1);
  return Math.ceil(draw(trial, paper) + 20);
}

/** Answers the `y` at which the paper ends. */
function draw(pen: Pen, paper: Paper): number {
  let y = head(pen, paper, 16);
  y = reference(pen, paper, y) + 6;
  y = facts(pen, paper.stop, y);
  if (paper.plate === '') y += 8;
  else y = plate(pen, paper.plate, y + 10) + 8;
  const vehicle = { label: 'Vehicle', value: paper.vehicle };
  y = facts(pen, [...paper.driver, vehicle], y);
  y = tear(pen, y, 1);
  y = fines(pen, paper, y);
  y = tear(pen, y, 1.5);
  if (paper.documents) {
    const { heading, items } = paper.documents;
    const held = { lead: `${heading}:`, rest: items.join('; ') };
    y = pen.writeLead(held, margin, y, inner, text);
    y = tear(pen, y, 1);
  }
  y = bill(pen, paper, y) + 14;
  y = warning(pen, paper.warning, y) + 10;
  const end = { size: 11, leading: 15, align: 'center' as const };
  y = pen.write(paper.shownAddress, margin, y, inner, end);
  return pen.write(paper.printed, margin, y, inner, end);
}

function head(pen: Pen, { authority, title }: Paper, y: number): number {
  const [x, wide] = [margin + 44, inner - 44];
  pen.mark(margin, y, 34);
  const below = pen.write(authority, x, y, wide, { size: 14, leading: 18, face: 'heavy' });
  const end = pen.write(title, x, below, wide, { size: 14, leading: 18 });
  return tear(pen, Math.max(end, y + 34), 1.5);
}

function tear(pen: Pen, y: number, thick: number): number {
  pen.dashes(margin, y + 10, inner, thick);
  return y + 10 + thick + 10;
}

/** In groups over the whole width, so that it is read out without mistakes. */
function reference(pen: Pen, { reference: groups }: Paper, y: number): number {
  const type = { size: 19, leading: 24, face: 'mono' as const };
  const step = (inner - pen.widthOf(groups[0] ?? '', type)) / Math.max(1, groups.length - 1);
  for (const [place, group] of groups.entries())
    pen.write(group, margin + place * step, y, 80, type);
  return y + 24;
}

function facts(pen: Pen, all: readonly Fact[], y: number): number {
  let next = y;
  for (const { label, short = label, value, wideOnly } of all) {
    if (wideOnly || value === '') continue;
    const end = pen.write(short, margin, next, 76, text);
    next = Math.max(end, pen.write(value, margin + 78, next, inner - 78, strong)) + 1;
  }
  return next;
}

function plate(pen: Pen, value: string, y: number): number {
  const type = { leading: 44, face: 'heavy' as const, align: 'center' as const, tracking: 2.2 };
  let size = 32;
  while (size > 14 && pen.widthOf(value, { ...type, size }) > inner - 24) size -= 2;
  pen.box(margin, y, inner, 49, 7);
  pen.write(value, margin + 4, y + 2.5, inner - 8, { ...type, size });
  return y + 49;
}

function fines(pen: Pen, { fines: all, total, totalInWords }: Paper, y: number): number {
  const wide = inner - pen.widthOf('₦300,000', heavy) - 10;
  let next = y;
  for (const { id, name, penalty, amount } of all) {
    pen.write(amount, margin, next, inner, { ...heavy, align: 'right' });
    next = pen.writeLead({ lead: id, rest: name, face: 'heavy' }, margin, next, wide, text);
    if (penalty !== '') next = pen.write(penalty, margin, next, wide, text);
    next += 7;
  }
  pen.rule(margin, next, inner, 2);
  pen.write('Total', margin, next + 14, 80, { size: 16, leading: 22, face: 'heavy' });
  const big = { size: 26, leading: 30, face: 'heavy' as const, align: 'right' as const };
  next = pen.write(total, margin, next + 9, inner, big);
  return pen.write(totalInWords, margin, next, inner, { size: 12, leading: 17, align: 'right' });
}

function bill(
  pen: Pen,
  { bill: { heading, facts: all, text: what }, signedAddress }: Paper,
  y: number,
) {
  const side = 112;
  const wide = inner - side - 14;
  pen.code(signedAddress, margin + inner - side, y + 3, side);
  let next = pen.write(heading, margin, y, wide, { size: 16, leading: 20, face: 'heavy' });
  for (const { label, value, wideOnly } of all) {
    if (wideOnly) continue;
    next = pen.write(label, margin, next, wide, text);
    const large = { size: value.length > 14 ? 13 : 17, leading: value.length > 14 ? 18 : 23 };
    next = pen.write(value, margin, next, wide, { ...large, face: 'heavy' });
  }
  next = pen.write(what, margin, next + 2, wide, text);
  return Math.max(next, y + 3 + side);
}

function warning(pen: Pen, { heading, text: what }: Paper['warning'], y: number): number {
  const [x, wide] = [margin + 13, inner - 26];
  const large = { size: 18, leading: 22, face: 'heavy' as const };
  const small = { size: 12.5, leading: 16, face: 'semibold' as const };
  const below = pen.write(heading, x, y + 11, wide, large) + 3;
  const end = pen.write(what, x, below, wide, small) + 11;
  pen.box(margin, y, inner, end - y, 7);
  return end;
}
