import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { type ColumnRole, whyNotRead } from '#contract/statement-columns.ts';
import { maxStatementLines } from '#contract/statements.ts';
import type { StatementLine } from '#server/gateways/payment-gateway.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import {
  badFile,
  type MostRows,
  plainCell,
  type Row,
  tooMany,
} from '#server/lists/reading/rows.ts';
import { rowsOfFile } from '#server/lists/reading/table-file.ts';
import { billsNamedIn, oneBillOf } from './named-bills.ts';
import { badCell, columnsNeeded } from './rules.ts';
import { amountOf, isNothing, isOnlySummary, isSummary, meaningOf } from './statement-cells.ts';
import { type Head, headOf, whyNotGuessed } from './statement-columns.ts';
import { lagosDay, momentOf } from './statement-moment.ts';

/** A line with its place in the file, from 1. */
export interface PlacedLine extends StatementLine {
  readonly line: number;
}

/** A file of a bank as a table. */
export interface StatementTable extends Head {
  readonly sha256: string;
}

export interface StatementLines {
  readonly lines: readonly PlacedLine[];
  /** The number of lines brought no money, such as failed payments, and are left out. */
  readonly without: number;
  /**
   * The number of name no bill in their description, or several; their text stands for the bill.
   */
  readonly unmatched: number;
}

/** Answers those of these spellings that are bills of the organisation. */
export type KnownBills = (spellings: readonly string[]) => Promise<ReadonlySet<string>>;

/** Banks write lines above the head and below the payments. */
const most: MostRows = {
  what: 'A statement',
  lines: maxStatementLines,
  rows: maxStatementLines + 200,
};

/** Reads a CSV file or an Excel workbook of the bank up to its head. 400 for what is neither. */
export async function readStatementTable(path: string): Promise<Outcome<StatementTable>> {
  const rows = await rowsOfFile(path, most);
  if (rows instanceof Refusal) return rows;
  const head = headOf(rows);
  if (!head)
    return badFile('No line of this file names columns. Send the statement as the bank gives it.');
  return {
    ...head,
    sha256: createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  };
}

/**
 * Reads the lines below the head. `chosen` holds the columns where a person chose them. Without a
 * column of references, the bills that `known` knows are looked for in the descriptions. 400 names
 * the line and column of the first thing that can't be read. 409 asks for the columns where their
 * names don't tell. `today` is the day in Lagos: a line must be of a day that is over.
 */
export async function linesOf(
  table: StatementTable,
  chosen: readonly ColumnRole[] | undefined,
  { today, known }: { readonly today: string; readonly known: KnownBills },
): Promise<Outcome<StatementLines>> {
  if (chosen && chosen.length !== table.names.length)
    return badFile(`This file has ${table.names.length} columns. Say what each of them is.`);
  const why = chosen ? whyNotRead(chosen) : whyNotGuessed(table);
  if (why !== null) return chosen ? badFile(why) : columnsNeeded(why);
  const roles = table.names.map((_name, index) => (chosen ?? table.roles)[index] ?? 'none');
  let lines: PlacedLine[] = [];
  let gone: Gone[] = [];
  let without = 0;
  for (const [index, row] of table.below.entries()) {
    // Others get their turn in between.
    if (index % 500 === 499) await setImmediate();
    const read = readRow(new Line(row, table, roles), today);
    if (read instanceof Refusal) return read;
    if (read.is === 'money') lines.push(read.line);
    else if (read.is === 'gone') gone.push(read);
    else if (read.is === 'no money') without += 1;
    if (lines.length > maxStatementLines) return tooMany(most);
  }
  const unmatched = new Set<number>();
  if (!roles.includes('reference')) {
    const bills = await billsOf([...lines, ...gone], known);
    for (const { line } of lines) if (!bills.has(line)) unmatched.add(line);
    lines = lines.map((one) => ({ ...one, billRef: bills.get(one.line) ?? shown(one) }));
    gone = gone.map((one) => ({ ...one, billRef: bills.get(one.line) ?? '' }));
  }
  const left = withoutGone(lines, gone);
  if (left instanceof Refusal) return left;
  return {
    lines: left,
    without: without + gone.length + lines.length - left.length,
    unmatched: left.filter(({ line }) => unmatched.has(line)).length,
  };
}

/** The description stands for the bill of a line that names none, or several. */
const shown = ({ line, billRef }: PlacedLine): string =>
  plainCell(billRef.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' '))
    .slice(0, 200)
    .toWellFormed() || `Line ${line}, without a description`;

/** The one bill that each description names, by the number of its line. */
async function billsOf(
  lines: readonly { readonly line: number; readonly billRef: string }[],
  known: KnownBills,
): Promise<Map<number, string>> {
  const bills = new Map<number, string>();
  for (let start = 0; start < lines.length; start += 500) {
    const part = lines
      .slice(start, start + 500)
      .map(({ line, billRef }) => ({ line, named: billsNamedIn(billRef) }));
    const spellings = part.flatMap(({ named }) => named.flatMap((one) => one.spellings));
    const found = await known([...new Set(spellings)]);
    for (const { line, named } of part) {
      const bill = oneBillOf(named, found);
      if (bill !== undefined) bills.set(line, bill);
    }
  }
  return bills;
}

/** A row of the table, by what its columns are. */
class Line {
  readonly row: Row;
  readonly #table: Head;
  readonly #roles: readonly ColumnRole[];

  constructor(row: Row, table: Head, roles: readonly ColumnRole[]) {
    this.row = row;
    this.#table = table;
    this.#roles = roles;
  }

  get isTooWide(): boolean {
    return this.row.cells.slice(this.#roles.length).some((cell) => cell !== '');
  }

  has(role: ColumnRole): boolean {
    return this.#roles.includes(role);
  }

  cell(role: ColumnRole): string {
    return this.row.cells[this.#roles.indexOf(role)] ?? '';
  }

  /** The reference names the bill; without a column of references the descriptions do. */
  get bill(): string {
    if (this.has('reference')) return this.cell('reference');
    return this.row.cells
      .filter((cell, at) => cell !== '' && this.#roles[at] === 'text')
      .join(' | ');
  }

  bad(role: ColumnRole, awaited: string, at = this.#roles.indexOf(role)): Refusal {
    return badCell(this.row.line, this.#table.names[at] ?? '', this.row.cells[at] ?? '', awaited);
  }

  /** The meaning of some columns' cells together; the refusal of a cell that says nothing clear. */
  meaning(looksAt: (role: ColumnRole) => boolean): Outcome<'money' | 'no money' | 'out' | 'back'> {
    const meanings = this.#roles.map((role, at) =>
      looksAt(role) ? meaningOf(role, this.row.cells[at] ?? '') : 'money',
    );
    const said = (['no money', 'back', 'out'] as const).find((one) => meanings.includes(one));
    if (said !== undefined) return said;
    for (const [at, meaning] of meanings.entries())
      if (typeof meaning === 'object')
        return this.bad(this.#roles[at] ?? 'none', meaning.awaited, at);
    return 'money';
  }
}

/** Money of a bill that went out or went back. */
interface Gone {
  readonly is: 'gone';
  readonly line: number;
  readonly billRef: string;
  /** Null where the line says only that its payment was taken back. */
  readonly amountKobo: number | null;
}

type Read =
  | { readonly is: 'money'; readonly line: PlacedLine }
  | { readonly is: 'no money' | 'beside' }
  | Gone;

const noMoney = { is: 'no money' } as const;
const beside = { is: 'beside' } as const;

function readRow(line: Line, today: string): Outcome<Read> {
  const { row } = line;
  const paidAt = momentOf(line.cell('date'));
  const sums = (['amount', 'credit', 'debit'] as const).filter((role) => line.has(role));
  const isBare = sums.every((role) => isNothing(line.cell(role)));
  const hasReference = line.has('reference')
    ? line.cell('reference') !== ''
    : !row.cells.some(isOnlySummary);
  // A balance, a total or words of the bank are no payment.
  if (isSummary(row.cells) && (!paidAt || !hasReference || isBare)) return beside;
  const isLoose = !line.has('reference') || !hasReference;
  if (!paidAt && isBare && (isLoose || row.cells.filter((cell) => cell !== '').length === 1))
    return beside;
  if (line.isTooWide)
    return badFile(
      `Line ${row.line} has more cells than there are columns. Put an amount that holds a comma in quotes.`,
    );
  if (!paidAt) return line.bad('date', 'a date such as 2026-11-20 or 20/11/2026 14:03');
  const said = line.meaning((role) => role !== 'text');
  if (said instanceof Refusal) return said;
  if (said === 'no money') return noMoney;
  const billRef = line.bill;
  if (said === 'back') return { is: 'gone', line: row.line, billRef, amountKobo: null };
  const amount = readAmount(line);
  if (amount instanceof Refusal) return amount;
  const { kobo: amountKobo } = amount;
  if (said === 'out' || amount.isOut) return { is: 'gone', line: row.line, billRef, amountKobo };
  const words = line.meaning((role) => role === 'text');
  if (words instanceof Refusal) return words;
  if (lagosDay(paidAt) >= today) return line.bad('date', 'a day that is over');
  if (line.has('reference')) {
    if (looksRounded(billRef))
      return line.bad('reference', 'the whole reference, which a spreadsheet has rounded here');
    if (!isText(billRef) || billRef === '')
      return line.bad('reference', 'a bill reference of at most 64 characters');
  }
  const receipt = line.cell('receipt');
  if (!isText(receipt)) return line.bad('receipt', 'a receipt of at most 64 characters');
  return { is: 'money', line: { line: row.line, billRef, receipt, amountKobo, paidAt } };
}

const awaitedAmount = 'an amount in naira above 0, such as 12,000.00';

/** The one amount of a line: from its column, or from that of money in or of money out. */
function readAmount(line: Line): Outcome<{ kobo: number; isOut: boolean }> {
  if (line.has('amount')) {
    const amount = amountOf(line.cell('amount'));
    return amount && amount.kobo > 0 ? amount : line.bad('amount', awaitedAmount);
  }
  const [credit, debit] = [readSum(line, 'credit'), readSum(line, 'debit')];
  if (credit instanceof Refusal) return credit;
  if (debit instanceof Refusal) return debit;
  if (credit > 0 && debit > 0) return line.bad('credit', 'empty where money went out as well');
  // Money in below zero is money that went back.
  if (credit < 0) return { kobo: -credit, isOut: true };
  if (credit > 0) return { kobo: credit, isOut: false };
  return debit > 0 ? { kobo: debit, isOut: true } : line.bad('credit', awaitedAmount);
}

function readSum(line: Line, role: 'credit' | 'debit'): Outcome<number> {
  const text = line.cell(role);
  if (isNothing(text)) return 0;
  const amount = amountOf(text);
  if (!amount) return line.bad(role, awaitedAmount);
  return role === 'credit' && amount.isOut ? -amount.kobo : amount.kobo;
}

/**
 * Money that came and went out again within the file brought none: both lines are left out. 400
 * where nobody can tell which line of a bill was taken back, or a part of it.
 */
function withoutGone(lines: readonly PlacedLine[], gone: readonly Gone[]): Outcome<PlacedLine[]> {
  const ofBill = Map.groupBy(lines, ({ billRef }) => billRef);
  const left = new Set(lines);
  for (const { line, billRef, amountKobo } of gone) {
    const paid = billRef === '' ? [] : (ofBill.get(billRef) ?? []).filter((one) => left.has(one));
    const [first] = paid;
    if (!first) continue;
    const whole = paid.find((one) => one.amountKobo === amountKobo);
    if (!whole)
      return badFile(
        `Line ${line} takes back money of the bill ${billRef}, which line ${first.line} says was paid. Take out what is not so, and settle the bill as an exception.`,
      );
    left.delete(whole);
  }
  return [...left];
}

const isText = (text: string): boolean => text.length <= 64 && !/[\p{Cc}\p{Cs}]/u.test(text);

/** A spreadsheet shows a long number as `1.23E+11`, and saves only these digits. */
const looksRounded = (text: string): boolean => /^\d+(?:\.\d+)?E\+?\d+$/i.test(text);
