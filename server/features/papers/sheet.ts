import type { Fact, Paper } from './paper.ts';
import { createPen, ink, type Pen, soft, type Type } from './pen.ts';
import { officeHeight, officeStub } from './sheet-foot.ts';

/** A4 at 96 dots to the inch. */
const { width, height, margin } = { width: 793.7, height: 1122.5, margin: 52 };
const inner = width - 2 * margin;
const top = 48;
/** Where the running text of a page ends. */
const bottom = height - 60;

const text: Type = { size: 14, leading: 20 };
const label: Type = { size: 13, leading: 19, colour: soft };
const value: Type = { size: 13, leading: 19, face: 'semibold' };
const heading: Type = { size: 15, leading: 21, face: 'heavy' };

/** The paper on A4, on as many pages as its fines need, with the part to tear off on the last. */
export function drawSheet(paper: Paper): Pen['doc'] {
  const title = `${paper.title} ${paper.reference.join('')}`;
  const pen = createPen({ width, title, author: paper.authority });
  let pages = 0;
  const turn = () => {
    pages += 1;
    pen.page(height);
    return head(pen, paper, pages);
  };
  /** The next place that has so much room: here, or on top of another page. */
  const room = (y: number, tall: number, until = bottom) => (y + tall <= until ? y : turn());

  let y = parties(pen, paper, turn());
  y = fines(pen, paper, y, room);
  const block = (from: number) => warning(pen, paper, columns(pen, paper, from) + 24);
  const tall = pen.measure(() => block(0));
  block(room(y + 20, tall, height - officeHeight));
  officeStub(pen, paper, pages);
  return pen.doc;
}

function head(pen: Pen, paper: Paper, page: number): number {
  pen.mark(margin, top, 46);
  const name: Type = { size: 20, leading: 26, face: 'heavy' };
  const below = pen.write(paper.authority, margin + 62, top, 390, name);
  const what = page === 1 ? `${paper.title}, ${paper.copyOf}` : `${paper.title}, page ${page}`;
  const end = pen.write(what, margin + 62, below, 390, text);
  const right: Type = { size: 12, leading: 16, colour: soft, align: 'right' };
  pen.write('Reference', margin, top + 4, inner, right);
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
  const driver = list(pen, paper.driver, margin + 230, y, [102, 138]);
  const stop = list(pen, paper.stop, margin + 492, y, [74, inner - 492 - 74]);
  return Math.max(left, driver, stop) + 24;
}

function list(
  pen: Pen,
  facts: readonly Fact[],
  x: number,
  y: number,
  [first, second]: readonly [number, number],
): number {
  let next = y;
  for (const fact of facts) {
    const end = pen.write(fact.label, x, next, first, label);
    next = Math.max(end, pen.write(fact.value, x + first, next, second, value)) + 3;
  }
  return next;
}

const cells = { code: 0, offence: 80, penalty: 390, amount: 580 } as const;

function fines(
  pen: Pen,
  paper: Paper,
  from: number,
  room: (y: number, tall: number) => number,
): number {
  const names: Type = { size: 12, leading: 16, face: 'semibold', colour: soft };
  const column = (name: keyof typeof cells) => margin + cells[name];
  const columnHeads = (y: number) => {
    pen.write('Code', column('code'), y, 70, names);
    pen.write('Offence', column('offence'), y, 300, names);
    pen.write('Penalty', column('penalty'), y, 180, names);
    pen.write('Amount', column('amount'), y, inner - 580, { ...names, align: 'right' });
    pen.rule(margin, y + 22, inner, 1);
    return y + 23;
  };
  let y = columnHeads(from);
  for (const [place, { id, name, penalty, amount }] of paper.fines.entries()) {
    const tall = Math.max(pen.heightOf(name, 295, text), pen.heightOf(penalty, 180, text), 20) + 20;
    const next = room(y, tall + 1);
    if (next < y) y = columnHeads(next);
    else if (place > 0) pen.rule(margin, y, inner, 1, '#cccccc');
    pen.write(id, column('code'), y + 10, 74, text);
    pen.write(name, column('offence'), y + 10, 295, text);
    pen.write(penalty, column('penalty'), y + 10, 180, text);
    const sum: Type = { ...text, face: 'semibold', align: 'right' };
    pen.write(amount, column('amount'), y + 10, inner - 580, sum);
    y += tall;
  }
  y = room(y, 50);
  pen.rule(margin, y, inner, 2);
  pen.write(paper.totalInWords, column('offence'), y + 22, 420, text);
  const total: Type = { size: 28, leading: 32, face: 'heavy', align: 'right' };
  return pen.write(paper.total, column('penalty'), y + 14, inner - 390, total);
}

/** What happens next at the left, the code in its box at the right. */
function columns(pen: Pen, paper: Paper, from: number): number {
  const { write } = pen;
  const wide = inner - 352 - 32;
  let y = from;
  if (paper.documents) {
    y = write(paper.documents.heading, margin, y, wide, heading) + 3;
    y = write(paper.documents.items.join('\n'), margin, y, wide, text);
    if (paper.documents.note !== '')
      y = write(paper.documents.note, margin, y + 5, wide, { ...label, size: 12, leading: 16 });
    y += 18;
  }
  y = write(paper.next.heading, margin, y, wide, heading) + 3;
  for (const [place, { lead, rest }] of paper.next.steps.entries()) {
    write(`${place + 1}.`, margin, y + 2, 18, text);
    y = pen.writeLead([lead, rest], margin + 22, y + 2, wide - 22, text) + 2;
  }

  const x = margin + inner - 352;
  let side = write(paper.bill.heading, x + 20, from + 18, 150, heading) + 4;
  for (const fact of paper.bill.facts) {
    side = write(fact.label, x + 20, side + 4, 150, { ...label, size: 12, leading: 16 });
    const large = fact.value.length > 14 ? { size: 14, leading: 19 } : { size: 20, leading: 26 };
    side = write(fact.value, x + 20, side, 160, { ...large, face: 'heavy' });
  }
  side = write(paper.bill.text, x + 20, side + 8, 150, { size: 13, leading: 18 });
  const tall = Math.max(side, from + 22 + 132) + 20 - from;
  pen.box(x, from, 352, tall, 10);
  pen.code(paper.address, x + 352 - 132 - 22, from + 22, 132);
  return Math.max(y, from + tall);
}

function warning(pen: Pen, { warning: words }: Paper, y: number): number {
  const large: Type = { size: 20, leading: 26, face: 'heavy', colour: ink };
  const tall = 26 + pen.heightOf(words.text, inner - 40, text) + 26;
  pen.box(margin, y, inner, tall, 10);
  const below = pen.write(words.heading, margin + 20, y + 13, inner - 40, large);
  pen.write(words.text, margin + 20, below, inner - 40, text);
  return y + tall;
}
