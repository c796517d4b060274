import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { Outcome } from '#server/http/refusal.ts';
import { badFile, type MostRows, plainCell, type Row, tooMany } from './rows.ts';

/** The thread that reads a workbook answers this. */
export type WorkbookAnswer =
  | { readonly is: 'read'; readonly rows: readonly (readonly string[])[] }
  | { readonly is: 'unreadable' }
  | { readonly is: 'too large' };

/** A workbook takes memory and a core while it is read. */
const inTurn = pLimit(1);

/** Milliseconds after which a workbook is given up. */
const longestRead = 60_000;

const unreadable = badFile(
  'This Excel workbook cannot be read, or it has a password. Save it as XLSX or CSV.',
);

/** The rows of the first sheet that has any. A thread with a memory limit of its own reads them. */
export async function rowsOfWorkbook(path: string, most: MostRows): Promise<Outcome<Row[]>> {
  const answer = await inTurn(() => readApart(path));
  if (answer.is === 'unreadable') return unreadable;
  if (answer.is === 'too large' || answer.rows.length > most.rows) return tooMany(most);
  return answer.rows
    .map((cells, index) => ({ line: index + 1, cells: cells.map(plainCell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

function readApart(path: string): Promise<WorkbookAnswer> {
  const { promise, resolve } = Promise.withResolvers<WorkbookAnswer>();
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    workerData: path,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  const timer = setTimeout(() => resolve({ is: 'too large' }), longestRead);
  worker.once('message', (answer: WorkbookAnswer) => resolve(answer));
  // The workbook needs more memory than a table of people or payments can.
  worker.once('error', () => resolve({ is: 'too large' }));
  return promise.finally(() => {
    clearTimeout(timer);
    void worker.terminate();
  });
}
