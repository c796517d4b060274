import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ColumnRole } from '#contract/modules/money/statement-columns.ts';
import { Refusal } from '#server/http/refusal.ts';
import {
  linesOf,
  readStatementTable,
} from '#server/modules/money/reconciliation/statement-file.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
let files = 0;

/**
 * What a file comes to: bill and naira of each line, how many brought none or name no one bill;
 * else why not. `bills` are those of the
 * organisation.
 */
export async function readStatement(
  content: string | Uint8Array,
  columns?: readonly ColumnRole[],
  bills: readonly string[] = ['900', '901'],
) {
  const path = join(folder, `statement-${(files += 1)}`);
  writeFileSync(path, content);
  const table = await readStatementTable(path);
  if (table instanceof Refusal) return table.error;
  const found = await linesOf(table, columns, {
    today: '2026-11-20',
    known: (spellings) =>
      Promise.resolve(new Set(bills.filter((bill) => spellings.includes(bill)))),
  });
  if (found instanceof Refusal) return found.error;
  return {
    bills: found.lines.map(({ billRef, amountKobo }) => [billRef, amountKobo / 100] as const),
    without: found.leftOut.length,
    unmatched: found.noBill.size,
  };
}
