import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { Table } from './table.ts';

/** An Excel file is made whole in memory, so only one at a time. */
const inTurn = pLimit(1);

/** A table as an Excel file, made in a worker thread so that the server goes on answering. */
export const xlsxOf = (table: Table): Promise<Buffer> => inTurn(() => madeByWorker(table));

async function madeByWorker({ columns, batches }: Table): Promise<Buffer> {
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), {
    workerData: columns,
    resourceLimits: { maxOldGenerationSizeMb: 768 },
  });
  const made = Promise.withResolvers<Buffer>();
  worker.once('message', (file: Uint8Array) => made.resolve(Buffer.from(file)));
  worker.once('error', made.reject);
  worker.once('exit', () => made.reject(new Error('The Excel file was not finished.')));
  try {
    const sent = sendRows(worker, batches);
    await Promise.race([sent, made.promise]);
    return await made.promise;
  } finally {
    await worker.terminate();
  }
}

async function sendRows(worker: Worker, batches: Table['batches']): Promise<void> {
  for await (const batch of batches) worker.postMessage(batch);
  worker.postMessage('end');
}
