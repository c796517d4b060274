import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { Table } from './table.ts';

/** An Excel file is made whole in memory, so only one at a time. */
const inTurn = pLimit(1);

/** Tables as an Excel file, made in a worker thread so that the server goes on answering. */
export const xlsxOf = (...tables: readonly Table[]): Promise<Buffer> =>
  inTurn(() => madeByWorker(tables));

async function madeByWorker(tables: readonly Table[]): Promise<Buffer> {
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), {
    workerData: tables.map(({ sheet, columns }) => ({ sheet, columns })),
    resourceLimits: { maxOldGenerationSizeMb: 768 },
  });
  const made = Promise.withResolvers<Buffer>();
  worker.once('message', (file: Uint8Array) => made.resolve(Buffer.from(file)));
  worker.once('error', made.reject);
  worker.once('exit', () => made.reject(new Error('The Excel file was not finished.')));
  try {
    const sent = sendRows(worker, tables);
    await Promise.race([sent, made.promise]);
    return await made.promise;
  } finally {
    await worker.terminate();
  }
}

async function sendRows(worker: Worker, tables: readonly Table[]): Promise<void> {
  for (const [sheet, { batches }] of tables.entries())
    for await (const rows of batches) worker.postMessage({ sheet, rows });
  worker.postMessage('end');
}
