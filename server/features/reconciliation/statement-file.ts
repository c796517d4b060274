import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { maxStatementLines } from '#contract/statements.ts';
import { koboFromNaira } from '#server/gateways/naira.ts';
import type { StatementLine } from '#server/gateways/payment-gateway.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { badCell, badFile, type Columns, columnsOf, delimiterOf } from './rules.ts';
import { lagosDay, momentOf } from './statement-moment.ts';

/** A line with its place in the file, from 1. */
export interface PlacedLine extends StatementLine {
  readonly line: number;
}

export interface StatementFile {
  readonly lines: readonly PlacedLine[];
  readonly sha256: string;
}

/**
 * Reads a CSV file of the bank: , ; or tab between cells, any line ends, UTF-8. 400 names the line
 * and the column of the first thing that can't be read. `today` is the day in Lagos: a line must be
 * of a day that is over.
 */
export async function readStatementFile(
  path: string,
  today: string,
): Promise<Outcome<StatementFile>> {
  const bytes = await readFile(path);
  const text = decoded(bytes);
  if (text === undefined || text.includes('\0'))
    return badFile('This is no CSV file in UTF-8. Save it as “CSV UTF-8” and send it again.');
  const [firstLine = ''] = text.split(/[\r\n]/, 1);
  const lines = await readLines(path, delimiterOf(firstLine), today);
  if (lines instanceof Refusal) return lines;
  return { lines, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function decoded(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const readSchema = z.object({
  record: z.array(z.string()),
  info: z.object({ lines: z.number() }),
});

async function readLines(
  path: string,
  delimiter: string,
  today: string,
): Promise<Outcome<PlacedLine[]>> {
  const options = { bom: true, trim: true, info: true, skip_empty_lines: true } as const;
  const limits = { relax_column_count: true, max_record_size: 10_000 } as const;
  const parser = parse({ ...options, ...limits, delimiter });
  // An error of the source ends the loop over the records below.
  pipeline(createReadStream(path), parser, () => undefined);
  const records: AsyncIterable<unknown> = parser;
  const lines: PlacedLine[] = [];
  let head: { columns: Columns; width: number } | undefined;
  try {
    for await (const parsed of records) {
      const { record, info } = readSchema.parse(parsed);
      if (!head) {
        const columns = columnsOf(record);
        if (columns instanceof Refusal) return columns;
        head = { columns, width: record.length };
        continue;
      }
      if (record.every((cell) => cell === '')) continue;
      if (lines.length === maxStatementLines)
        return badFile(
          `A statement has at most ${maxStatementLines.toLocaleString('en-NG')} lines. Part the file.`,
        );
      const wide = record.slice(head.width).some((cell) => cell !== '');
      const line = wide
        ? badFile(
            `Line ${info.lines} has more cells than line 1 has columns. Put an amount that holds a comma in quotes.`,
          )
        : readLine(record, head.columns, info.lines, today);
      if (line instanceof Refusal) return line;
      lines.push(line);
    }
  } catch (error) {
    if (error instanceof CsvError) return unparsable(error);
    throw error;
  }
  return head ? lines : badFile('The file is empty.');
}

function readLine(
  record: readonly string[],
  columns: Columns,
  line: number,
  today: string,
): Outcome<PlacedLine> {
  const cell = (heading: keyof Columns): string => record[columns[heading]] ?? '';
  const bad = (heading: keyof Columns, awaited: string) =>
    badCell(line, heading, cell(heading), awaited);
  const paidAt = momentOf(cell('date'));
  if (!paidAt) return bad('date', 'a date such as 2026-11-20 or 20/11/2026 14:03');
  if (lagosDay(paidAt) >= today) return bad('date', 'a day that is over');
  const billRef = cell('reference');
  if (looksRounded(billRef))
    return bad('reference', 'the whole reference, which a spreadsheet has rounded here');
  if (!isReference(billRef) || billRef === '')
    return bad('reference', 'a bill reference of at most 64 characters');
  const receipt = cell('receipt');
  if (!isReference(receipt)) return bad('receipt', 'a receipt of at most 64 characters');
  const amountKobo = koboOf(cell('amount'));
  if (amountKobo === undefined || amountKobo === 0)
    return bad('amount', 'an amount in naira above 0, such as 12,000.00');
  return { line, billRef, receipt, amountKobo, paidAt };
}

const isReference = (text: string): boolean => text.length <= 64 && !/[\p{Cc}\p{Cs}]/u.test(text);

/** A spreadsheet shows a long number as `1.23E+11`, and saves only these digits. */
const looksRounded = (text: string): boolean => /^\d+(?:\.\d+)?E\+?\d+$/i.test(text);

/** Three digits after a point may be thousands: such an amount is refused rather than guessed. */
const amountForm = /^(?:₦|NGN)? ?((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?)$/i;

function koboOf(text: string): number | undefined {
  const [, naira] = amountForm.exec(text) ?? [];
  return naira === undefined ? undefined : koboFromNaira(naira.replaceAll(',', ''));
}

function unparsable(error: CsvError): Refusal {
  const line = Number(error['lines']);
  const where = Number.isInteger(line) && line > 0 ? `Line ${line}` : 'A line';
  return badFile(
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? `${where} is longer than a line of a statement can be. Look for a quote that is not closed.`
      : `${where} has a quote that is not opened or closed as it must be.`,
  );
}
