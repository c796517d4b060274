import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Table } from './table.ts';

/** Spreadsheets take this for a formula, also behind spaces, which they pass over. */
const formula = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/u;

const amount = /^-\d+\.\d\d$/;

const withoutFormula = (cell: unknown): unknown =>
  typeof cell === 'string' && formula.test(cell) && !amount.test(cell) ? `'${cell}` : cell;

/**
 * A table as CSV, written while it is read. Spreadsheets take text that begins with = + - @, a tab
 * or a line break for a formula, so it gets an apostrophe, but for amounts such as -5.00. Text is always quoted, for spreadsheets
 * that split columns at semicolons. The byte order mark tells them that it is UTF-8.
 */
export function csvOf({ columns, batches }: Table): Readable {
  const writer = stringify({
    bom: true,
    columns: columns.map(({ name }) => name),
    header: true,
    quoted_string: true,
    record_delimiter: 'windows',
  });
  async function* rows() {
    for await (const batch of batches)
      for (const row of batch) yield row.map((cell) => withoutFormula(cell));
  }
  // The reader of the answer learns of a failure when the writer ends with an error.
  return pipeline(Readable.from(rows()), writer, () => undefined);
}
