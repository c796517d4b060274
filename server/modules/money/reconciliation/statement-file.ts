import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { type ColumnRole, whyNotRead } from '#contract/modules/money/statement-columns.ts';
import { maxStatementLines } from '#contract/modules/money/statements.ts';
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
  /** The numbers of lines that brought no money, such as failed payments. */
  readonly leftOut: readonly number[];
  /** The numbers of those that name no one bill of the organisation; their words stand for it. */
  readonly noBill: ReadonlySet<number>;
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
    return badFile(
      'This file has no line with column names. Send the statement as you got it from the bank.',
    );
  return {
    ...head,
    sha256: createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  };
}

/**
 * Reads the lines below the head. `chosen` holds the columns where a person chose them. Where a
 * reference is no bill that `known` knows, the bill is looked for in the descriptions. 400 names
 * the line and column of the first thing that can't be read. 409 asks for the columns where their
 * names don't tell. `today` is the day in Lagos: a line must be of a day that is over.
 */
export async function linesOf(
  table: StatementTable,
  chosen: readonly ColumnRole[] | undefined,
  { today, known }: { readonly today: string; readonly known: KnownBills },
): Promise<Outcome<StatementLines>> {
  if (chosen && chosen.length !== table.names.length)
    return badFile(
      `This file has ${table.names.length} columns. Select what each column contains.`,
    );
  const why = chosen ? whyNotRead(chosen) : whyNotGuessed(table);
  if (why !== null) return chosen ? badFile(why) : columnsNeeded(why);
  const roles = table.names.map((_name, index) => (chosen ?? table.roles)[index] ?? 'none');
  const money: Money[] = [];
  const out: Gone[] = [];
  const leftOut: number[] = [];
  for (const [index, row] of table.below.entries()) {
    // Others get their turn in between.
    if (index % 500 === 499) await setImmediate();
    const read = readRow(new Line(row, table, roles), today);
    if (read instanceof Refusal) return read;
    if (read.is === 'money') money.push(read);
    else if (read.is === 'gone') out.push(read);
    else if (read.is === 'no money') leftOut.push(row.line);
    if (money.length > maxStatementLines) return tooMany(most);
  }
  const bills = await billsOf([...money, ...out], known);
  const wrong = money.find(({ line, unreadable }) => unreadable && !bills.has(line));
  if (wrong?.unreadable) return wrong.unreadable;
  const lines = money.map(({ line, reference, words, receipt, amountKobo, paidAt }) => ({
    line,
    billRef: bills.get(line) ?? (reference || shown(line, words)),
    receipt,
    amountKobo,
    paidAt,
  }));
  const gone = out.map((one) => ({ ...one, billRef: bills.get(one.line) ?? one.reference }));
  const left = withoutGone(lines, gone);
  if (left instanceof Refusal) return left;
  const stays = new Set(left);
  leftOut.push(
    ...gone.map(({ line }) => line),
    ...lines.filter((line) => !stays.has(line)).map(({ line }) => line),
  );
  const noBill = new Set(left.map(({ line }) => line).filter((line) => !bills.has(line)));
  return { lines: left, leftOut, noBill };
}

/** The description stands for the bill of a line that names none, or several. */
const shown = (line: number, words: string): string =>
  plainCell(words.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' '))
    .slice(0, 200)
    .toWellFormed() || `Line ${line}, without a description`;

/** What a line says about its bill. */
interface Naming {
  readonly line: number;
  /** The cell of the column of references; '' without one. */
  readonly reference: string;
  /** Its descriptions. */
  readonly words: string;
}

/** The bill of each line, by its number: its reference, else the one that its cells name. */
async function billsOf(lines: readonly Naming[], known: KnownBills): Promise<Map<number, string>> {
  const bills = new Map<number, string>();
  for (let start = 0; start < lines.length; start += 500) {
    const part = lines.slice(start, start + 500).map(({ line, reference, words }) => ({
      line,
      reference,
      named: billsNamedIn(`${reference} | ${words}`),
    }));
    const spellings = part.flatMap(({ reference, named }) => [
      ...(reference === '' ? [] : [reference]),
      ...named.flatMap((one) => one.spellings),
    ]);
    const found = await known([...new Set(spellings)]);
    for (const { line, reference, named } of part) {
      const bill = found.has(reference) ? reference : oneBillOf(named, found);
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

  get words(): string {
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

/** Money that came in. */
interface Money extends Naming, Omit<PlacedLine, 'billRef' | 'line'> {
  readonly is: 'money';
  /** Says why its reference can't stand for a bill; undefined where it can. */
  readonly unreadable: Refusal | undefined;
}

/** Money of a bill that went out or went back. */
interface Gone extends Naming {
  readonly is: 'gone';
  /** Null where the line says only that its payment was taken back. */
  readonly amountKobo: number | null;
}

type Read = Money | Gone | { readonly is: 'no money' | 'beside' };

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
      `Line ${row.line} has more cells than there are columns. Put quotes around any amount that contains a comma.`,
    );
  const said = line.meaning((role) => role !== 'text');
  if (said instanceof Refusal) return said;
  if (said === 'no money') return noMoney;
  const naming = { line: row.line, reference: line.cell('reference'), words: line.words };
  if (said === 'back') return { is: 'gone', ...naming, amountKobo: null };
  const amount = readAmount(line);
  if (amount instanceof Refusal) return amount;
  const { kobo: amountKobo } = amount;
  if (said === 'out' || amount.isOut) return { is: 'gone', ...naming, amountKobo };
  const words = line.meaning((role) => role === 'text');
  if (words instanceof Refusal) return words;
  // Only money that came in needs its day.
  if (!paidAt) return line.bad('date', 'a date such as 2026-11-20 or 20/11/2026 14:03');
  if (lagosDay(paidAt) >= today) return line.bad('date', 'a day that is over');
  const receipt = line.cell('receipt');
  if (!isText(receipt)) return line.bad('receipt', 'a receipt of at most 64 characters');
  return { is: 'money', ...naming, unreadable: whyNoReference(line), receipt, amountKobo, paidAt };
}

/** A reference stands for the bill where no cell names a known one; descriptions stand for an empty one. */
function whyNoReference(line: Line): Refusal | undefined {
  if (!line.has('reference')) return undefined;
  const reference = line.cell('reference');
  if (looksRounded(reference))
    return line.bad('reference', 'the whole reference, which a spreadsheet has rounded here');
  const isRead = reference === '' ? line.words !== '' : isText(reference);
  return isRead ? undefined : line.bad('reference', 'a bill reference of at most 64 characters');
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
function withoutGone(
  lines: readonly PlacedLine[],
  gone: readonly (Gone & { readonly billRef: string })[],
): Outcome<PlacedLine[]> {
  const ofBill = Map.groupBy(lines, ({ billRef }) => billRef);
  const left = new Set(lines);
  for (const { line, billRef, amountKobo } of gone) {
    const paid = billRef === '' ? [] : (ofBill.get(billRef) ?? []).filter((one) => left.has(one));
    const [first] = paid;
    if (!first) continue;
    const whole = paid.find((one) => one.amountKobo === amountKobo);
    if (!whole)
      return badFile(
        `Line ${line} reverses a payment for bill ${billRef}, but not the payment on line ${first.line}. Remove the wrong line, send the file again, and settle the bill as an exception.`,
      );
    left.delete(whole);
  }
  return [...left];
}

const isText = (text: string): boolean => text.length <= 64 && !/[\p{Cc}\p{Cs}]/u.test(text);

/** A spreadsheet shows a long number as `1.23E+11`, and saves only these digits. */
const looksRounded = (text: string): boolean => /^\d+(?:\.\d+)?E\+?\d+$/i.test(text);
