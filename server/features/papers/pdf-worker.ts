import { constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { parentPort } from 'node:worker_threads';
import type { Drawn, Order } from './pdf.ts';
import { drawRoll } from './roll.ts';
import { drawSheet } from './sheet.ts';

// Whoever waits for a list comes first. Elsewhere this would slow down the whole process; on Linux a
// thread has a priority of its own.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

let before = Promise.resolve();

parentPort?.on('message', (order: Order) => {
  before = before.then(() => draw(order));
});

async function draw({ number, paper, size }: Order): Promise<void> {
  let drawn: Drawn;
  try {
    const doc = size === '80mm' ? drawRoll(paper) : drawSheet(paper);
    doc.end();
    drawn = { number, pdf: await buffer(doc) };
  } catch (error) {
    drawn = {
      number,
      failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
  parentPort?.postMessage(drawn);
}
