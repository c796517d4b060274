import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Table } from './table.ts';

/**
 * A table as CSV, written while it is read. Spreadsheets take text that begins with = + - @, a tab
 * or a line break for a formula: such text gets an apostrophe before it. Text is always in quotes,
 * for those that part columns at semicolons; the mark at the beginning tells them it is UTF-8.
 */
export function csvOf({ columns, batches }: Table): Readable {
  const writer = stringify({
    bom: true,
    columns: columns.map(({ name }) => name),
    header: true,
    escape_formulas: true,
    quoted_string: true,
    record_delimiter: 'windows',
  });
  async function* rows() {
    for await (const batch of batches) yield* batch;
  }
  // Whoever reads the answer is told of a failure by the writer's own end.
  return pipeline(Readable.from(rows()), writer, () => undefined);
}
