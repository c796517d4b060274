import {
  type CellKind,
  holds,
  type Report,
  type ReportTable,
} from '#contract/modules/reports/reports.ts';
import { cellInWords, inUnits } from '#server/cell-words.ts';
import { momentOf, zoneOfTimes } from '#server/time.ts';
import { createPen, type Pen, soft, type Type } from './pen.ts';

/** What heads each page, and stands at its foot. */
export interface HeadedSheet {
  readonly report: Pick<Report, 'number' | 'place' | 'days' | 'madeBy' | 'asAt'>;
  /** Under the title; without it, whose figures these are. */
  readonly about?: string;
  /** Of a closed report its version and hash; else ''. */
  readonly closed: string;
  /** Such as `F&A: Money received, by revenue head`. */
  readonly title: string;
  readonly authority: string;
  readonly logo: Uint8Array | null;
}

/** A report with its letterhead; `address` leads back to it on a screen. */
export interface ReportSheet extends HeadedSheet {
  readonly report: Omit<Report, 'kind'>;
  /** Its last sentences are a certificate of this title, which one person signs; else notes. */
  readonly certificate?: string;
  readonly address: string;
  /** Nobody signs it: it has the code alone. */
  readonly isUnsigned?: true;
}

/** A4 at 96 dots to the inch. */
export const [short, long] = [793.7, 1122.5];
export const margin = 48;
/** Tables with more columns need a page on its side. */
const uprightColumns = 8;
export const foot = 44;
export const signaturesHeight = 176;
/** One person signs it, and no stamp stands below. */
const certificateHeight = 132;

export const text: Type = { size: 11, leading: 16 };
export const quiet: Type = { size: 10, leading: 14, colour: soft };
/** So that a year of months in millions of naira fits beside their names. */
const dense: Type = { size: 8.5, leading: 13 };
const denseColumns = 12;
const textOf = ({ columns }: ReportTable): Type => (columns.length > denseColumns ? dense : text);
export const heading: Type = { size: 13, leading: 20, face: 'heavy', tag: 'H2' };

/**
 * The report on A4, a head and a foot on each page, the signatures on the last. It is drawn once to
 * know the number of its pages.
 */
export function drawReport(sheet: ReportSheet): Pen['doc'] {
  const { pages } = drawn(sheet, 0);
  return drawn(sheet, pages).doc;
}

function drawn(sheet: ReportSheet, of: number): { doc: Pen['doc']; pages: number } {
  const { report } = sheet;
  const lies = report.tables.some(({ columns }) => columns.length > uprightColumns);
  const [width, height] = lies ? [long, short] : [short, long];
  const pen = createPen({ ...sheet, reference: [report.number] }, width);
  const inner = width - 2 * margin;
  const bottom = height - margin - foot;
  let pages = 0;
  const turn = (): number => {
    pages += 1;
    pen.page(height);
    const draw = () => head(pen, sheet, inner, pages === 1);
    const y = pages === 1 ? draw() : pen.unread(draw);
    pen.unread(() => footer(pen, sheet, height, inner, `Page ${pages} of ${of}`));
    return y;
  };
  /** The next place with this much room: here, or at the top of another page. */
  const room = (y: number, tall: number): number => (y + tall <= bottom ? y : turn());

  let y = turn();
  for (const table of report.tables) y = drawTable(pen, table, inner, y, room) + 18;
  y = lines(pen, 'Checks', report.checks.map(inWords), inner, y, room);
  const signedHeight = sheet.certificate === undefined ? signaturesHeight : certificateHeight;
  // A certificate stands on the page on which it is signed.
  if (sheet.certificate !== undefined) {
    const words = report.notes.map((sentence) => pen.heightOf(sentence, inner, text) + 2);
    const tall = words.reduce((all, one) => all + one, heading.leading + 24 + signedHeight);
    y = room(y, tall);
  }
  y = lines(pen, sheet.certificate ?? 'Notes', report.notes, inner, y + 8, room);
  const at = room(y + 16, signedHeight);
  signatures(pen, sheet, inner, at);
  return { doc: pen.doc, pages };
}

/** The number, moment and maker stand beside the title. */
const besideWide = 212;

export function head(pen: Pen, sheet: HeadedSheet, inner: number, isFirst: boolean): number {
  const { report, authority, title } = sheet;
  pen.mark(margin, margin, 40);
  const wide = inner - 52 - besideWide - 8;
  let y = pen.write(authority, margin + 52, margin - 2, wide, { ...heading, tag: 'P' });
  const large: Type = { size: 17, leading: 23, face: 'heavy', tag: 'H1' };
  y = pen.write(title, margin + 52, y, wide, isFirst ? large : { ...large, tag: 'P' });
  const days = report.days ? `${report.days.from} to ${report.days.to}. ` : '';
  y = pen.write(
    sheet.about ?? `${days}Figures for ${report.place}, as ${report.madeBy} can see them.`,
    margin + 52,
    y,
    wide,
    text,
  );
  if (sheet.closed !== '') y = pen.write(sheet.closed, margin + 52, y, wide, quiet);
  const right: Type = { ...text, align: 'right' };
  const mono: Type = { size: 13, leading: 18, face: 'mono', align: 'right' };
  const beside = (words: string, from: number, type: Type): number =>
    pen.write(words, margin + inner - besideWide, from, besideWide, type);
  let side = beside(report.number, margin, mono);
  side = beside(`As at ${moment(report.asAt)}:${report.asAt.slice(17, 19)} WAT`, side, right);
  side = beside(`Made by ${report.madeBy}`, side, right);
  side = beside(`Times: ${zoneOfTimes}`, side, { ...quiet, align: 'right' });
  const line = Math.max(y, side, margin + 40) + 8;
  pen.rule(margin, line, inner, 2);
  return line + 14;
}

export function footer(
  pen: Pen,
  sheet: HeadedSheet,
  height: number,
  inner: number,
  page: string,
): void {
  const y = height - margin - 14;
  pen.write([sheet.report.number, sheet.closed].join('  '), margin, y, inner - 80, quiet);
  pen.write(page, margin, y, inner, { ...quiet, align: 'right' });
}

export type Room = (y: number, tall: number) => number;

export function drawTable(
  pen: Pen,
  table: ReportTable,
  inner: number,
  from: number,
  room: Room,
  left = margin,
): number {
  const widths = widthsOf(pen, table, inner);
  const shown = [
    ...table.rows.map((row) => ({ cells: row.cells.map(written(table)), isTotal: false })),
    ...(table.total ? [{ cells: table.total.cells.map(written(table)), isTotal: true }] : []),
  ];
  const body = textOf(table);
  const type = (index: number, more: Partial<Type> = {}): Type => ({
    ...body,
    tag: 'TD',
    align: isNumber(table.columns[index]?.kind) ? 'right' : 'left',
    ...more,
  });
  /** Writes a row's cells and answers where the next begins. */
  const cells = (texts: readonly string[], y: number, more: Partial<Type>) => {
    let [x, end] = [left, y];
    pen.group('TR', () => {
      for (const [index, words] of texts.entries()) {
        const wide = widths[index] ?? 0;
        end = Math.max(end, pen.write(words, x, y, wide - gap, type(index, more)));
        x += wide;
      }
    });
    return end;
  };
  const tallOf = (texts: readonly string[]) =>
    Math.max(
      ...texts.map((words, index) => {
        const wide = (widths[index] ?? 0) - gap;
        const face = { ...body, face: 'semibold' } as const;
        return pen.widthOf(words, face) <= wide ? body.leading : pen.heightOf(words, wide, face);
      }),
    ) + 7;
  const names = table.columns.map(({ name }) => name);
  const columnHeads = (y: number): number => {
    const below = cells(names, y, { face: 'semibold', tag: 'TH', colour: soft }) + 3;
    pen.rule(left, below, inner, 1);
    return below + 4;
  };
  let y = room(from, heading.leading + 2 * tallOf(names) + 30);
  y = pen.write(table.title, left, y, inner, heading) + 4;
  pen.group('Table', () => {
    y = columnHeads(y);
    for (const { cells: texts, isTotal } of shown) {
      const next = room(y, tallOf(texts));
      if (next < y) y = pen.unread(() => columnHeads(next));
      if (isTotal) pen.rule(left, y - 2, inner, 1.5);
      y = cells(texts, y + 1, isTotal ? { face: 'semibold' } : {}) + 3;
      if (!isTotal) pen.rule(left, y - 1, inner, 0.5, '#cccccc');
      y += 2;
    }
  });
  if (shown.length === 0)
    y = pen.write('There is nothing to show for this period.', left, y, inner, text);
  if (table.note === '') return y;
  y = room(y + 4, pen.heightOf(table.note, inner, quiet));
  return pen.write(table.note, left, y, inner, quiet);
}

const gap = 10;

/** Each column gets the width of its longest cell; long words share what is missing or left over. */
function widthsOf(pen: Pen, table: ReportTable, inner: number): number[] {
  const strong = { ...textOf(table), face: 'semibold' } as const;
  const rows = table.total ? [...table.rows, table.total] : table.rows;
  const longest = table.columns.map(({ name, kind }, index) => {
    const words = Math.max(
      0,
      ...rows.map(({ cells }) => pen.widthOf(written(table)(cells[index] ?? null, index), strong)),
    );
    const nameWide = pen.widthOf(isNumber(kind) ? longestWord(name) : name, strong);
    return Math.max(words, nameWide) + gap + 1;
  });
  const spare = inner - longest.reduce((whole, wide) => whole + wide, 0);
  const mayBreak = longest.map((wide, index) => isBroken(wide, table.columns[index]?.kind));
  const broken = longest.reduce((whole, wide, index) => whole + (mayBreak[index] ? wide : 0), 0);
  if (broken === 0) return longest.map((wide) => wide + Math.min(spare / longest.length, wide));
  return longest.map((wide, index) => (mayBreak[index] ? wide + (spare * wide) / broken : wide));
}

/** Words that are longer than a code or a plate may take two lines. */
const isBroken = (wide: number, kind: CellKind | undefined): boolean =>
  kind === 'text' && wide > 100;

const longestWord = (name: string): string =>
  name.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest), '');

const isNumber = (kind: CellKind | undefined): boolean =>
  kind === 'count' || kind === 'naira' || kind === 'percent';

const written =
  (table: ReportTable) =>
  (cell: string | number | null, index: number): string =>
    cellInWords(cell, table.columns[index]?.kind);

const moment = (at: string): string => momentOf(at);

const inWords = (check: Report['checks'][number]): string => {
  const [left, right] = [inUnits(check.left, check.unit), inUnits(check.right, check.unit)];
  return holds(check)
    ? `${check.says}: both are ${left}.`
    : `${check.says}: ${left} is not ${right}.`;
};

export function lines(
  pen: Pen,
  title: string,
  sentences: readonly string[],
  inner: number,
  from: number,
  room: Room,
): number {
  if (sentences.length === 0) return from;
  let y = room(from, heading.leading + 2 * text.leading);
  y = pen.write(title, margin, y, inner, heading);
  for (const sentence of sentences) {
    y = room(y, pen.heightOf(sentence, inner, text));
    y = pen.write(sentence, margin, y, inner, text) + 2;
  }
  return y;
}

const signers = ['Prepared by', 'Checked by', 'Approved by'] as const;
const answers = ['Responsible for the operation of this computer'] as const;

/** Three people and the office’s stamp stand under a report, one person under a certificate. */
function signatures(pen: Pen, sheet: ReportSheet, inner: number, y: number): void {
  const { address } = sheet;
  if (sheet.isUnsigned) {
    pen.code(address, `Code that leads to ${address}`, margin, y + 4, codeSide);
    return;
  }
  const isCertificate = sheet.certificate !== undefined;
  const all = isCertificate ? answers : signers;
  signed(pen, { signers: all, second: isCertificate ? 'Position' : 'Rank', address }, inner, y);
  if (!isCertificate) stamp(pen, inner, y);
}

const codeSide = 84;

interface Signed {
  readonly signers: readonly string[];
  /** The line below the name asks for it. */
  readonly second: 'Position' | 'Rank';
  readonly address: string;
}

/** Places to sign, and the code that leads back. */
export function signed(
  pen: Pen,
  { signers: all, second, address }: Signed,
  inner: number,
  y: number,
): void {
  const each = (inner - codeSide - 24) / all.length;
  for (const [place, who] of all.entries()) {
    const x = margin + place * each;
    let line = pen.write(who, x, y, each - 20, { ...text, face: 'heavy' });
    for (const what of ['Name', second, 'Signature', 'Date']) {
      pen.write(what, x, line + 12, 60, quiet);
      pen.rule(x + 60, line + 26, each - 80, 0.75);
      line += 28;
    }
  }
  const x = margin + inner - codeSide;
  pen.code(address, `Code that leads to ${address}`, x, y + 4, codeSide);
}

/** Room for the office’s stamp, below the code. */
export function stamp(pen: Pen, inner: number, y: number): void {
  const x = margin + inner - codeSide;
  pen.box(x, y + codeSide + 16, codeSide, 70, 6);
  pen.write('Office stamp', x + 8, y + codeSide + 22, codeSide, quiet);
}
