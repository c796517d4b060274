import type { ReportTable } from '#contract/modules/reports/reports.ts';
import { createPen, type Pen } from './pen.ts';
import {
  drawTable,
  foot,
  footer,
  head,
  type HeadedSheet,
  heading,
  lines,
  long,
  margin,
  quiet,
  short,
  signaturesHeight,
  signed,
  stamp,
  text,
} from './report-sheet.ts';

/** Somebody's words, below what they are about. */
export interface Account {
  readonly lead: string;
  readonly rest: string;
}

/** A collision on one page of A4. The PDF and the print view are drawn from it. */
export interface CollisionSheet extends HeadedSheet {
  /** The references of collisions are read in groups of seven. */
  readonly reference: readonly string[];
  /** Time and place, and what happened, beside each other. */
  readonly sides: readonly [ReportTable, ReportTable];
  readonly vehicles: ReportTable;
  readonly accounts: readonly Account[];
  /** JPEGs, with what each shows. */
  readonly pictures: readonly { readonly name: string; readonly jpeg: Uint8Array }[];
  readonly files: ReportTable;
  readonly notes: readonly string[];
  readonly signers: readonly string[];
  readonly address: string;
  /** The number of what it says, which the trail has too. */
  readonly content: string;
  /** The same number, its copy, and when it was printed. */
  readonly printed: string;
}

/** The sheet as it has room on its page, and how tall its pictures are in CSS pixels. */
export interface FittedSheet extends CollisionSheet {
  readonly pictureTall: number;
}

interface Room {
  readonly pictureTall: number;
  /** Letters of all accounts together. */
  readonly letters: number;
  /** Of vehicles and files each. */
  readonly rows: number;
  /** Letters of a fact; a note may have twice as many. */
  readonly fact: number;
}

/** From the most to the least; the first with which the sheet is one page is taken. */
const rooms: readonly [Room, ...Room[]] = [
  { pictureTall: 150, letters: 4_000, rows: 12, fact: 200 },
  { pictureTall: 100, letters: 3_000, rows: 12, fact: 200 },
  { pictureTall: 76, letters: 3_000, rows: 12, fact: 200 },
  { pictureTall: 76, letters: 1_500, rows: 6, fact: 160 },
  { pictureTall: 76, letters: 900, rows: 5, fact: 120 },
  { pictureTall: 0, letters: 900, rows: 5, fact: 120 },
  { pictureTall: 0, letters: 600, rows: 4, fact: 90 },
  { pictureTall: 0, letters: 300, rows: 2, fact: 60 },
];

/** Leaves out what has no room on one page; the sheet says where it does so. */
export function fitted(sheet: CollisionSheet): FittedSheet {
  let fit = cut(sheet, rooms[0]);
  for (const room of rooms) {
    fit = cut(sheet, room);
    if (drawn(fit).pages === 1) return fit;
  }
  return fit;
}

/** The sheet on A4. One that says very much of everything takes a second page. */
export const drawCollision = (sheet: FittedSheet): Pen['doc'] => drawn(sheet).doc;

function cut(sheet: CollisionSheet, { pictureTall, letters, rows, fact }: Room): FittedSheet {
  const [left, right] = sheet.sides;
  return {
    ...sheet,
    sides: [withShort(left, fact), withShort(right, fact)],
    notes: sheet.notes.map((note) => cutText(note, 2 * fact)),
    pictureTall,
    accounts: shortened(sheet.accounts, letters),
    vehicles: withRows(sheet.vehicles, rows, 'vehicle'),
    files: withRows(sheet.files, rows, 'file'),
    pictures: pictureTall === 0 ? [] : sheet.pictures,
  };
}

const withShort = (table: ReportTable, letters: number): ReportTable => ({
  ...table,
  rows: table.rows.map(({ cells, opens }) => ({
    opens,
    cells: cells.map((cell) => (typeof cell === 'string' ? cutText(cell, letters) : cell)),
  })),
});

/** Ends with a whole word, and a sign that something follows. */
function cutText(text: string, letters: number): string {
  if (text.length <= letters) return text;
  const kept = text.slice(0, letters);
  return `${kept.slice(0, Math.max(letters / 2, kept.lastIndexOf(' ')))} …`;
}

const isCut = 'Shortened. The whole text is in the authority’s record.';

/** Letters of an account below which it says too little. */
const leastShare = 150;

/** Each gets its share of the letters; where they are many, the last are left out. */
function shortened(accounts: readonly Account[], letters: number): readonly Account[] {
  const shown = accounts.slice(0, letters / leastShare);
  const share = letters / shown.length;
  const left = accounts.length - shown.length;
  return [
    ...shown.map(({ lead, rest }) => {
      if (rest.length <= share) return { lead, rest };
      // Blank lines would take the room of words.
      return { lead, rest: `${cutText(rest.replaceAll(/\s+/g, ' '), share)} [${isCut}]` };
    }),
    ...(left === 0 ? [] : [{ lead: `${left} more:`, rest: 'in the authority’s record.' }]),
  ];
}

function withRows(table: ReportTable, most: number, what: string): ReportTable {
  const more = table.rows.length - most;
  if (more <= 0) return table;
  const said = `${more} more ${more === 1 ? `${what} is` : `${what}s are`} in the authority’s record.`;
  return {
    ...table,
    rows: table.rows.slice(0, most),
    note: table.note === '' ? said : `${said} ${table.note}`,
  };
}

function drawn(sheet: FittedSheet): { doc: Pen['doc']; pages: number } {
  const pen = createPen(sheet, short);
  const inner = short - 2 * margin;
  const bottom = long - margin - foot;
  let pages = 0;
  const turn = (): number => {
    pages += 1;
    pen.page(long);
    const draw = () => head(pen, sheet, inner, pages === 1);
    const y = pages === 1 ? draw() : pen.unread(draw);
    pen.unread(() => footer(pen, sheet, long, inner, sheet.printed));
    return y;
  };
  const room = (y: number, tall: number): number => (y + tall <= bottom ? y : turn());

  const [left, right] = sheet.sides;
  const half = (inner - 24) / 2;
  const top = turn();
  let y = Math.max(
    drawTable(pen, left, half, top, room),
    drawTable(pen, right, half, top, room, margin + half + 24),
  );
  y = drawTable(pen, sheet.vehicles, inner, y + 6, room) + 6;
  y = accounts(pen, sheet.accounts, inner, y, room);
  y = pictures(pen, sheet, y, room);
  y = drawTable(pen, sheet.files, inner, y, room) + 6;
  y = lines(pen, 'Notes', sheet.notes, inner, y, room);
  room(y + 8, signaturesHeight);
  const at = bottom - signaturesHeight;
  signed(pen, { signers: sheet.signers, second: 'Rank', address: sheet.address }, inner, at);
  stamp(pen, inner, at);
  return { doc: pen.doc, pages };
}

function accounts(
  pen: Pen,
  said: readonly Account[],
  inner: number,
  from: number,
  room: (y: number, tall: number) => number,
): number {
  if (said.length === 0) return from;
  let y = room(from, heading.leading + 2 * text.leading);
  y = pen.write(accountsTitle, margin, y, inner, heading);
  for (const one of said) {
    y = room(y, pen.heightOf(`${one.lead} ${one.rest}`, inner, text));
    y = pen.writeLead(one, margin, y, inner, text) + 3;
  }
  return y + 8;
}

/** Heads the words of the officer, on paper and in the print view. */
export const accountsTitle = 'What the officer wrote';

/** Beside each other, each with its name below. */
function pictures(
  pen: Pen,
  { pictures: shown, pictureTall }: FittedSheet,
  from: number,
  room: (y: number, tall: number) => number,
): number {
  if (shown.length === 0) return from;
  const y = room(from, pictureTall + 20);
  const wide = pictureTall * 1.5;
  for (const [place, { name, jpeg }] of shown.entries()) {
    const x = margin + place * (wide + 16);
    pen.figure(name, (doc) => {
      doc.image(Buffer.from(jpeg), x, y, { fit: [wide, pictureTall] });
    });
    pen.write(name, x, y + pictureTall + 2, wide, quiet);
  }
  return y + pictureTall + 24;
}
