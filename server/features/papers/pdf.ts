import { Worker } from 'node:worker_threads';
import type { PaperSize } from '#contract/papers.ts';
import type { Paper } from './paper.ts';

export interface Order {
  readonly number: number;
  readonly paper: Paper;
  readonly size: PaperSize;
}

export type Drawn =
  | { readonly number: number; readonly pdf: Uint8Array }
  | { readonly number: number; readonly failure: string };

/** Milliseconds after which a worker that has nothing to draw gives its memory back. */
const idleMs = 60_000;

interface Drawer {
  readonly worker: Worker;
  readonly orders: Map<number, PromiseWithResolvers<Buffer>>;
  idle: NodeJS.Timeout | undefined;
}

let drawer: Drawer | undefined;
let ordered = 0;

/**
 * A paper as PDF, drawn in a worker thread one after the other, so that the server goes on
 * answering. How many may wait is the caller's to bound.
 */
export async function drawnByWorker(paper: Paper, size: PaperSize): Promise<Buffer> {
  drawer ??= hire();
  const mine = drawer;
  clearTimeout(mine.idle);
  ordered += 1;
  const order: Order = { number: ordered, paper, size };
  const drawn = Promise.withResolvers<Buffer>();
  mine.orders.set(order.number, drawn);
  mine.worker.postMessage(order);
  try {
    return await drawn.promise;
  } finally {
    mine.orders.delete(order.number);
    if (mine.orders.size === 0) mine.idle = setTimeout(() => dismiss(mine), idleMs).unref();
  }
}

function hire(): Drawer {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  // A server that closes doesn't wait for it.
  worker.unref();
  const hired: Drawer = { worker, orders: new Map(), idle: undefined };
  worker.on('message', (drawn: Drawn) => {
    const order = hired.orders.get(drawn.number);
    if ('pdf' in drawn) order?.resolve(Buffer.from(drawn.pdf));
    else order?.reject(new Error(drawn.failure));
  });
  const end = (error: Error) => {
    if (drawer === hired) drawer = undefined;
    for (const { reject } of hired.orders.values()) reject(error);
  };
  worker.once('error', (error) => {
    end(error instanceof Error ? error : new Error(String(error)));
  });
  worker.once('exit', () => {
    end(new Error('The paper was not finished.'));
  });
  return hired;
}

function dismiss(idle: Drawer): void {
  if (drawer === idle) drawer = undefined;
  void idle.worker.terminate();
}
