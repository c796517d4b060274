import { filled } from '#contract/language.ts';
import type { Fact, Fine, Paper } from './paper.ts';
import { createPen, type Pen, soft, type Type } from './pen.ts';

/** A4 at 96 dots to the inch. */
const { width, height, margin } = { width: 793.7, height: 1122.5, margin: 52 };
const inner = width - 2 * margin;
const top = 48;
/** The running text of a page ends here. */
const bottom = height - 60;
/** The height of the signatures and the part to tear off, at the foot of the last page. */
const officeHeight = 232;

const text: Type = { size: 14, leading: 20 };
const small: Type = { size: 12, leading: 16, colour: soft };
const label: Type = { size: 13, leading: 19, colour: soft, tag: 'Lbl' };
const value: Type = { size: 13, leading: 19, face: 'semibold', tag: 'LBody' };
const heading: Type = { size: 15, leading: 21, face: 'heavy', tag: 'H2' };

/** The paper on A4, on as many pages as its fines need, with the part to tear off on the last. */
export function drawSheet(paper: Paper): Pen['doc'] {
  const pen = createPen(paper, width);
  let pages = 0;
  const turn = () => {
    pages += 1;
    pen.page(height);
    const draw = () => head(pen, paper, pages);
    return pages === 1 ? draw() : pen.unread(draw);
  };
  /** The next place with this much room: here, or at the top of another page. */
  const room = (y: number, tall: number, until = bottom) => (y + tall <= until ? y : turn());

  let y = parties(pen, paper, turn());
  if (paper.corrected) y = pen.writeLead(paper.corrected, margin, y, inner, text) + 16;
  y = fines(pen, paper, y, room);
  block(pen, paper, room(y + 14, blockHeight(paper), height - officeHeight));
  signatures(pen, paper);
  officeStub(pen, paper, pages);
  return pen.doc;
}

/**
 * The height of a block that must not be split across pages, measured by drawing it on a page that
 * is thrown away.
 */
function blockHeight(paper: Paper): number {
  const trial = createPen(paper, width);
  trial.page(height);
  return block(trial, paper, 0);
}

/** The code's name to who can't see it. */
export const codeName = ({ address }: Paper): string => `Code that leads to ${address}`;

const block = (pen: Pen, paper: Paper, y: number): number =>
  translation(
    pen,
    paper,
    contacts(pen, paper, warning(pen, paper, offer(pen, paper, columns(pen, paper, y) + 18))),
  );

function head(pen: Pen, paper: Paper, page: number): number {
  pen.mark(margin, top, 46);
  const name: Type = { size: 20, leading: 26, face: 'heavy' };
  const below = pen.write(paper.authority, margin + 62, top, 390, name);
  const what = page === 1 ? `${paper.title}, ${paper.copyOf}` : filled(paper.nextTitle, { page });
  const title: Type = page === 1 ? { ...text, tag: 'H1' } : text;
  const end = pen.write(what, margin + 62, below, 390, title);
  pen.write(paper.labels.reference, margin, top + 4, inner, { ...small, align: 'right' });
  const mono: Type = { size: 17, leading: 24, face: 'mono', align: 'right' };
  pen.write(paper.reference.join(' '), margin, top + 20, inner, mono);
  const line = Math.max(end, top + 46) + 18;
  pen.rule(margin, line, inner, 3);
  return line + 25;
}

function parties(pen: Pen, paper: Paper, y: number): number {
  let left = y;
  if (paper.plate !== '') {
    const type: Type = { size: 30, leading: 48, face: 'heavy', align: 'center', tracking: 1.8 };
    let size = type.size;
    while (size > 12 && pen.widthOf(paper.plate, { ...type, size }) > 190) size -= 2;
    pen.box(margin, y, 206, 53, 8);
    pen.write(paper.plate, margin + 4, y + 2.5, 198, { ...type, size });
    left = y + 61;
  }
  if (paper.vehicle !== '') left = pen.write(paper.vehicle, margin, left, 206, text);
  const driver = list(pen, paper.driver, margin + 230, y, [102, 116]);
  const stop = list(pen, paper.stop, margin + 464, y, [74, inner - 464 - 74]);
  return Math.max(left, driver, stop) + 24;
}

function list(
  pen: Pen,
  facts: readonly Fact[],
  x: number,
  y: number,
  [first, second]: readonly [number, number],
): number {
  const draw = (next: number, fact: Fact) => {
    const end = pen.write(fact.label, x, next, first, label);
    return Math.max(end, pen.write(fact.value, x + first, next, second, value)) + 3;
  };
  return pen.group('L', () =>
    facts.reduce((next, fact) => pen.group('LI', () => draw(next, fact)), y),
  );
}

/** An offence with its English name and its law, each on a line of its own. */
const named = ({ name, english, law }: Fine): string =>
  [name, english, law].filter((line) => line !== '').join('\n');

const cells = { code: 0, offence: 80, penalty: 390, amount: 580 } as const;

function fines(
  pen: Pen,
  paper: Paper,
  from: number,
  room: (y: number, tall: number) => number,
): number {
  const names: Type = { ...small, face: 'semibold', tag: 'TH' };
  const { labels } = paper;
  const column = (name: keyof typeof cells) => margin + cells[name];
  const columnHeads = (y: number) => {
    pen.group('TR', () => {
      pen.write(labels.code, column('code'), y, 70, names);
      pen.write(labels.offence, column('offence'), y, 300, names);
      pen.write(labels.penalty, column('penalty'), y, 180, names);
      pen.write(labels.amount, column('amount'), y, inner - 580, { ...names, align: 'right' });
    });
    pen.rule(margin, y + 22, inner, 1);
    return y + 23;
  };
  const cell: Type = { ...text, tag: 'TD' };
  const row = (fine: Fine, y: number) => {
    const { id, penalty, amount } = fine;
    pen.write(id, column('code'), y, 74, cell);
    pen.write(named(fine), column('offence'), y, 295, cell);
    pen.write(penalty, column('penalty'), y, 180, cell);
    const sum: Type = { ...cell, face: 'semibold', align: 'right' };
    pen.write(amount, column('amount'), y, inner - 580, sum);
  };
  let y = from;
  pen.group('Table', () => {
    y = columnHeads(y);
    for (const [place, fine] of paper.fines.entries()) {
      const { penalty } = fine;
      const tall =
        Math.max(pen.heightOf(named(fine), 295, text), pen.heightOf(penalty, 180, text), 20) + 14;
      const next = room(y, tall + 1);
      if (next < y) y = pen.unread(() => columnHeads(next));
      else if (place > 0) pen.rule(margin, y, inner, 1, '#cccccc');
      pen.group('TR', () => row(fine, y + 7));
      y += tall;
    }
  });
  y = room(y, 50);
  pen.rule(margin, y, inner, 2);
  pen.write(paper.totalInWords, column('offence'), y + 22, 420, text);
  const total: Type = { size: 28, leading: 32, face: 'heavy', align: 'right' };
  return pen.write(paper.total, column('penalty'), y + 14, inner - 390, total);
}

/** The next step at the left, the code in its box at the right. */
function columns(pen: Pen, paper: Paper, from: number): number {
  const { write } = pen;
  const wide = inner - 352 - 32;
  let y = from;
  if (paper.documents) {
    y = write(paper.documents.heading, margin, y, wide, heading) + 3;
    y = write(paper.documents.items.join('\n'), margin, y, wide, text);
    if (paper.documents.note !== '') y = write(paper.documents.note, margin, y + 5, wide, small);
    y += 12;
  }
  y = write(paper.next.heading, margin, y, wide, heading) + 3;
  for (const [place, step] of paper.next.steps.entries()) {
    write(`${place + 1}.`, margin, y + 2, 18, text);
    y = pen.writeLead(step, margin + 22, y + 2, wide - 22, text) + 2;
  }

  const x = margin + inner - 352;
  let side = write(paper.bill.heading, x + 20, from + 18, 150, heading) + 4;
  for (const fact of paper.bill.facts) {
    side = write(fact.label, x + 20, side + 4, 150, small);
    const large = fact.value.length > 14 ? { size: 14, leading: 19 } : { size: 20, leading: 26 };
    side = write(fact.value, x + 20, side, 160, { ...large, face: 'heavy' });
  }
  side = write(paper.bill.text, x + 20, side + 8, 150, { size: 13, leading: 18 });
  const tall = Math.max(side, from + 22 + 132) + 20 - from;
  pen.box(x, from, 352, tall, 10);
  pen.code(paper.signedAddress, codeName(paper), x + 352 - 132 - 22, from + 22, 132);
  return Math.max(y, from + tall);
}

function warning(pen: Pen, { warning: words }: Paper, y: number): number {
  const large: Type = { size: 18, leading: 23, face: 'heavy', tag: 'H2' };
  const below = pen.write(words.heading, margin + 20, y + 10, inner - 40, large);
  const end = pen.write(words.text, margin + 20, below, inner - 40, text) + 10;
  pen.box(margin, y, inner, end - y, 10);
  return end;
}

function offer(pen: Pen, { offer: said }: Paper, y: number): number {
  if (said === null) return y;
  return pen.writeLead(said, margin, y, inner, { size: 12, leading: 16 }) + 12;
}

function contacts(pen: Pen, { contacts: how }: Paper, y: number): number {
  if (how === null) return y;
  return pen.writeLead(how, margin, y + 8, inner, { size: 13, leading: 18 });
}

function translation(pen: Pen, { translation: words }: Paper, y: number): number {
  return words === '' ? y : pen.write(words, margin, y + 8, inner, small);
}

function signatures(pen: Pen, paper: Paper): void {
  const half = (inner - 40) / 2;
  for (const [place, name] of paper.signatures.entries()) {
    const x = margin + place * (half + 40);
    pen.rule(x, height - 196, half, 1);
    pen.write(name, x, height - 190, half, small);
  }
}

/** The line to cut along, and below it what the office keeps. */
function officeStub(pen: Pen, paper: Paper, pages: number): void {
  pen.dashes(0, height - 144, width, 2);
  scissors(pen, 22, height - 151);

  const y = height - 122;
  pen.mark(margin, y + 14, 30);
  pen.write('Office copy', margin + 42, y + 20, 80, { size: 13, leading: 18, face: 'heavy' });
  pen.code(paper.address, 'The same code', margin + inner - 56, y + 1, 56);
  const large: Type = { size: 18, leading: 22, face: 'heavy', align: 'right' };
  pen.write('Total', margin, y + 9, inner - 76, { ...small, align: 'right' });
  pen.write(paper.total, margin, y + 27, inner - 76, large);
  stubFacts(pen, paper, y + 12, inner - 140 - 76 - pen.widthOf(paper.total, large) - 8);

  const foot: Type = { size: 11, leading: 15, colour: soft };
  pen.write(`${paper.printed} ${paper.printedBy}`, margin, height - 42, 330, foot);
  pen.write(paper.shownAddress, margin + 300, height - 42, 300, { ...foot, align: 'center' });
  const page = `Page ${pages} of ${pages}`;
  pen.write(page, margin, height - 42, inner, { ...foot, align: 'right' });
}

/** The reference and the office's facts, spread over the width; smaller where space is short. */
function stubFacts(pen: Pen, paper: Paper, y: number, space: number): void {
  const facts = [
    { label: 'Reference', value: paper.reference.join(' '), face: 'mono' as const },
    ...paper.office.map((fact) => ({ ...fact, face: 'heavy' as const })),
  ];
  const widthsAt = (size: number) =>
    facts.map(({ label: name, value: what, face }) => {
      const type = { size, leading: 18, face };
      return 8 + Math.max(pen.widthOf(what, type), pen.widthOf(name, small));
    });
  const restAt = (size: number) => widthsAt(size).reduce((rest, wide) => rest - wide, space);
  let size = 13;
  while (size > 8 && restAt(size) < 0) size -= 0.5;
  const gap = Math.max(0, restAt(size) / facts.length);
  let x = margin + 136;
  for (const [place, wide] of widthsAt(size).entries()) {
    const { label: name = '', value: what = '', face = 'heavy' } = facts[place] ?? {};
    pen.write(name, x, y, wide, small);
    pen.write(what, x, y + 17, wide, { size, leading: 18, face });
    x += wide + gap;
  }
}

function scissors(pen: Pen, x: number, y: number): void {
  const { doc } = pen;
  pen.unread(() => {
    doc.rect(x - 4, y, 24, 16).fill('#ffffff');
    doc
      .save()
      .translate(x, y)
      .scale(16 / 24);
    doc.lineWidth(1.8).lineCap('round').strokeColor('#000000');
    doc.circle(6, 7, 3).stroke().circle(6, 17, 3).stroke();
    doc.path('M8.6 8.6l10.4 10.4M8.6 15.4l10.4-10.4').stroke().restore();
  });
}
