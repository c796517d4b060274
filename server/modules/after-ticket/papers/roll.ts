import type { PaperSize } from '#contract/modules/after-ticket/papers.ts';
import type { Fact, Paper } from './paper.ts';
import { createPen, type Pen, type Type } from './pen.ts';
import { codeName } from './sheet.ts';

export type RollSize = Exclude<PaperSize, 'a4'>;

/** Widths in CSS pixels: a printer reaches 72 mm of a roll of 80 mm, and 48 mm of one of 58. */
const rolls = {
  '80mm': { width: 302.4, margin: 15.1, labels: 78, size: 13, groups: 19, plate: 32 },
  '58mm': { width: 219.2, margin: 18.9, labels: 62, size: 12, groups: 15, plate: 24 },
} as const;

/** The paper for the roll of a pocket printer, as long as it needs to be. */
export function drawRoll(paper: Paper, size: RollSize): Pen['doc'] {
  const pen = createPen(paper, rolls[size].width);
  pen.page(heightOfRoll(paper, size));
  draw(rollOf(pen, size), paper);
  return pen.doc;
}

/**
 * The length of roll that a paper needs, in CSS pixels, measured by drawing it on one that is
 * thrown away.
 */
export function heightOfRoll(paper: Paper, size: RollSize): number {
  const trial = createPen(paper, rolls[size].width);
  trial.page(1);
  return Math.ceil(draw(rollOf(trial, size), paper) + 20);
}

/** A pen with the measures and letters of its roll. */
function rollOf(pen: Pen, size: RollSize) {
  const measures = rolls[size];
  const text: Type = { size: measures.size, leading: measures.size + 4 };
  return {
    ...pen,
    ...measures,
    inner: measures.width - 2 * measures.margin,
    /** So narrow that the code stands below its words. */
    isNarrow: size === '58mm',
    text,
    strong: { ...text, face: 'semibold' } as const,
    heavy: { ...text, face: 'heavy' } as const,
  };
}

type Roll = ReturnType<typeof rollOf>;

/** Answers the `y` at which the paper ends. */
function draw(roll: Roll, paper: Paper): number {
  const { margin, inner, text } = roll;
  let y = head(roll, paper, 16);
  y = reference(roll, paper, y) + 6;
  y = facts(roll, paper.stop, y);
  if (paper.plate === '') y += 8;
  else y = plate(roll, paper.plate, y + 10) + 8;
  const vehicle = { label: paper.labels.vehicle, value: paper.vehicle };
  y = facts(roll, [...paper.driver, vehicle], y);
  if (paper.corrected) y = roll.writeLead(paper.corrected, margin, y + 6, inner, text);
  y = tear(roll, y, 1);
  y = fines(roll, paper, y);
  y = tear(roll, y, 1.5);
  if (paper.documents) {
    const { heading, items } = paper.documents;
    const held = { lead: `${heading}:`, rest: items.join('; ') };
    y = roll.writeLead(held, margin, y, inner, text);
    y = tear(roll, y, 1);
  }
  y = bill(roll, paper, y) + 14;
  if (paper.offer) y = roll.writeLead(paper.offer, margin, y, inner, text) + 10;
  y = warning(roll, paper.warning, y) + 10;
  if (paper.contacts) y = roll.writeLead(paper.contacts, margin, y, inner, text) + 10;
  const end = { size: 11, leading: 15, align: 'center' as const };
  if (paper.translation !== '')
    y = roll.write(paper.translation, margin, y, inner, { size: 11, leading: 15 }) + 8;
  y = roll.write(paper.shownAddress, margin, y, inner, end);
  return roll.write(paper.printed, margin, y, inner, end);
}

function head(roll: Roll, { authority, title }: Paper, y: number): number {
  const { margin, inner } = roll;
  const [x, wide] = [margin + 44, inner - 44];
  roll.mark(margin, y, 34);
  const below = roll.write(authority, x, y, wide, { size: 14, leading: 18, face: 'heavy' });
  const end = roll.write(title, x, below, wide, { size: 14, leading: 18, tag: 'H1' });
  return tear(roll, Math.max(end, y + 34), 1.5);
}

function tear(roll: Roll, y: number, thick: number): number {
  const { margin, inner } = roll;
  roll.dashes(margin, y + 10, inner, thick);
  return y + 10 + thick + 10;
}

/** In groups over the whole width, so that it is read out without mistakes. */
function reference(roll: Roll, { reference: groups }: Paper, y: number): number {
  const { margin, inner } = roll;
  const type: Type = { size: roll.groups, leading: 24, face: 'mono', tag: 'Span' };
  const step = (inner - roll.widthOf(groups[0] ?? '', type)) / Math.max(1, groups.length - 1);
  roll.group('P', () => {
    for (const [place, four] of groups.entries())
      roll.write(four, margin + place * step, y, 80, type);
  });
  return y + 24;
}

function facts(roll: Roll, all: readonly Fact[], y: number): number {
  const { margin, inner, labels } = roll;
  const shown = all.filter(({ value, wideOnly }) => !wideOnly && value !== '');
  const draw = (next: number, { label, short = label, value }: Fact) => {
    const end = roll.write(short, margin, next, labels - 2, { ...roll.text, tag: 'Lbl' });
    const type: Type = { ...roll.strong, tag: 'LBody' };
    return Math.max(end, roll.write(value, margin + labels, next, inner - labels, type)) + 1;
  };
  return roll.group('L', () =>
    shown.reduce((next, fact) => roll.group('LI', () => draw(next, fact)), y),
  );
}

function plate(roll: Roll, value: string, y: number): number {
  const type = { leading: 44, face: 'heavy' as const, align: 'center' as const, tracking: 2.2 };
  const { margin, inner } = roll;
  let size: number = roll.plate;
  while (size > 14 && roll.widthOf(value, { ...type, size }) > inner - 24) size -= 2;
  roll.box(margin, y, inner, 49, 7);
  roll.write(value, margin + 4, y + 2.5, inner - 8, { ...type, size });
  return y + 49;
}

function fines(roll: Roll, { fines: all, labels, total, totalInWords }: Paper, y: number): number {
  const { margin, inner, text, heavy } = roll;
  const wide = inner - roll.widthOf('₦300,000', heavy) - 10;
  let next = y;
  for (const { id, name, english, law, penalty, amount } of all) {
    roll.write(amount, margin, next, inner, { ...heavy, align: 'right' });
    next = roll.writeLead({ lead: id, rest: name, face: 'heavy' }, margin, next, wide, text);
    if (english !== '') next = roll.write(english, margin, next, wide, text);
    if (law !== '') next = roll.write(law, margin, next, wide, text);
    if (penalty !== '') next = roll.write(penalty, margin, next, wide, text);
    next += 7;
  }
  roll.rule(margin, next, inner, 2);
  roll.write(labels.total, margin, next + 14, 80, { size: 16, leading: 22, face: 'heavy' });
  const big = { size: 26, leading: 30, face: 'heavy' as const, align: 'right' as const };
  next = roll.write(total, margin, next + 9, inner, big);
  return roll.write(totalInWords, margin, next, inner, { size: 12, leading: 17, align: 'right' });
}

function bill(roll: Roll, paper: Paper, y: number): number {
  const { margin, inner, isNarrow, text } = roll;
  const { heading, facts: all, text: what } = paper.bill;
  const side = isNarrow ? 150 : 112;
  const wide = isNarrow ? inner : inner - side - 14;
  const head: Type = { size: 16, leading: 20, face: 'heavy', tag: 'H2' };
  let next = roll.write(heading, margin, y, wide, head);
  for (const { label, value, wideOnly } of all) {
    if (wideOnly) continue;
    next = roll.write(label, margin, next, wide, text);
    const large = { size: value.length > 14 ? 13 : 17, leading: value.length > 14 ? 18 : 23 };
    next = roll.write(value, margin, next, wide, { ...large, face: 'heavy' });
  }
  next = roll.write(what, margin, next + 2, wide, text);
  const [x, top] = isNarrow ? [(roll.width - side) / 2, next + 8] : [margin + inner - side, y + 3];
  roll.code(paper.signedAddress, codeName(paper), x, top, side);
  return Math.max(next, top + side);
}

function warning(roll: Roll, { heading, text: what }: Paper['warning'], y: number): number {
  const { margin, inner, isNarrow } = roll;
  const [x, wide] = [margin + 13, inner - 26];
  const big = isNarrow ? { size: 16, leading: 20 } : { size: 18, leading: 22 };
  const large: Type = { ...big, face: 'heavy', tag: 'H2' };
  const small = { size: 12.5, leading: 16, face: 'semibold' as const };
  const below = roll.write(heading, x, y + 11, wide, large) + 3;
  const end = roll.write(what, x, below, wide, small) + 11;
  roll.box(margin, y, inner, end - y, 7);
  return end;
}
