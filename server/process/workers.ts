import cluster, { type Worker } from 'node:cluster';
import { on, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { log } from './log.ts';
import { memoryFlags, memoryVariables } from './memory.ts';
import { type Figures, type FiguresOfAll, keepFigures, ownFigures } from './metrics.ts';
import type { Orders } from './serving.ts';
import { StartError } from './start-error.ts';

/** Milliseconds before a process that ended is replaced: doubled while replacements end soon. */
const minPauseMs = 500;
const maxPauseMs = 30_000;
/** A process that lived so long had not ended soon. */
const soonMs = 60_000;
/** So often, for each process, one may be killed before all of them serve. */
const killsAtStart = 3;
/** Milliseconds that a process has to end by itself. */
const patienceMs = 8_500;

const ordersSchema = z.object({
  appUrl: z.string(),
  jwtSecret: z.string(),
  doesChores: z.boolean(),
});
/** A process's message to the first one; figures as the metrics' library makes them. */
const messageSchema = z.union([
  z.enum(['awaits orders', 'ready']),
  z.object({ failed: z.string() }),
  z.object({ asksFiguresOfAll: z.number() }),
  z.object({ figures: z.custom<Figures>((value) => Array.isArray(value)), ask: z.number() }),
]);
type Message = z.infer<typeof messageSchema>;

/** The first process's message to another. */
const orderSchema = z.union([
  z.object({ orders: ordersSchema }),
  z.object({ asksFigures: z.number() }),
  z.object({ figuresOfAll: z.custom<FiguresOfAll>(), ask: z.number() }),
]);
type Order = z.infer<typeof orderSchema>;

/** Milliseconds that a process has to tell its figures. */
const figuresMs = 1_000;

/**
 * In a worker: resolves with its orders as soon as the first process gives them; rejects when
 * `signal` is aborted before.
 */
export async function ordersOfWorker(signal: AbortSignal): Promise<Orders> {
  const messages = on(process, 'message', { signal });
  await tellPrimary('awaits orders');
  for await (const [sent] of messages as AsyncIterable<unknown[]>) {
    const { data } = orderSchema.safeParse(sent);
    // The figures of all may be asked for meanwhile: they are told without those of this one.
    if (data && 'orders' in data) return data.orders;
  }
  throw new StartError('The first process has ended.');
}

/** In a worker: resolves once the message is on its way to the first process. */
export function tellPrimary(message: Message): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  if (!process.send) resolve(undefined);
  process.send?.(message, () => {
    resolve(undefined);
  });
  return promise;
}

/**
 * In a worker: tells the first process its figures whenever that asks. Answers a function that asks
 * for those of all, as `keepFigures` keeps them.
 */
export function figuresOfWorkers(): () => Promise<FiguresOfAll> {
  const waiting = new Map<number, (figures: FiguresOfAll) => void>();
  let asks = 0;
  process.on('message', (sent: unknown) => {
    const { data } = orderSchema.safeParse(sent);
    if (!data || 'orders' in data) return;
    if ('asksFigures' in data) {
      void ownFigures().then((figures) => tellPrimary({ figures, ask: data.asksFigures }));
      return;
    }
    waiting.get(data.ask)?.(data.figuresOfAll);
    waiting.delete(data.ask);
  });
  return async () => {
    asks += 1;
    const { promise, resolve } = Promise.withResolvers<FiguresOfAll>();
    waiting.set(asks, resolve);
    await tellPrimary({ asksFiguresOfAll: asks });
    return promise;
  };
}

export interface Workers {
  /** Resolves when all of them serve; rejects when one ends by itself before that, or is killed again and again. To be awaited once the orders are there. */
  readonly ready: Promise<void>;
  /** Ends all of them. */
  stop(): Promise<void>;
}

/**
 * Starts processes that serve calls on the same port. They begin at once and load their code until
 * the orders are there. One that ends is replaced, and the successor of the one with the chores has
 * them too.
 */
export function startWorkers(
  { processes: count, memoryMb }: Pick<Config, 'processes' | 'memoryMb'>,
  orders: Promise<Omit<Orders, 'doesChores'>>,
): Workers {
  const running = new Set<Worker>();
  const waiting = new Set<NodeJS.Timeout>();
  const { promise: ready, resolve, reject } = Promise.withResolvers<undefined>();
  const serving = new Set<Worker>();
  let isReady = false;
  let killed = 0;
  let stopping = false;

  const gathering = new Map<number, () => void>();
  const kept = keepFigures();
  let gathered = 0;

  async function figuresOfAll(): Promise<FiguresOfAll> {
    gathered += 1;
    const ask = gathered;
    let answering = 0;
    const asked = [...running].filter((worker) => worker.isConnected());
    const { promise: all, resolve: done } = Promise.withResolvers<undefined>();
    gathering.set(ask, () => {
      answering += 1;
      if (answering === asked.length) done(undefined);
    });
    for (const worker of asked) worker.send({ asksFigures: ask } satisfies Order);
    await Promise.race([all, sleep(figuresMs, undefined, { ref: false })]);
    gathering.delete(ask);
    return { figures: await kept.all(), answering };
  }

  cluster.setupPrimary({ execArgv: [...memoryFlags(memoryMb, count), ...process.execArgv] });

  async function tellAll(worker: Worker, ask: number): Promise<void> {
    const order: Order = { figuresOfAll: await figuresOfAll(), ask };
    if (worker.isConnected()) worker.send(order);
  }

  async function tellOrders(worker: Worker, doesChores: boolean): Promise<void> {
    try {
      const order: Order = { orders: { ...(await orders), doesChores } };
      if (worker.isConnected()) worker.send(order);
    } catch {
      // The promise of the orders tells why they failed.
    }
  }

  function start(doesChores: boolean, pauseMs: number): void {
    const since = performance.now();
    const worker = cluster.fork(memoryVariables);
    let failure: string | undefined;
    running.add(worker);
    worker.on('error', (error) => {
      log.error(error);
    });
    worker.on('message', (sent: unknown) => {
      const { data } = messageSchema.safeParse(sent);
      if (!data) return;
      if (data === 'awaits orders') void tellOrders(worker, doesChores);
      else if (data === 'ready') serving.add(worker);
      else if ('failed' in data) failure = data.failed;
      else if ('figures' in data) {
        kept.tell(worker.id, data.figures);
        gathering.get(data.ask)?.();
      } else void tellAll(worker, data.asksFiguresOfAll);
      if (serving.size < count) return;
      isReady = true;
      resolve(undefined);
    });
    worker.once('exit', (code, signal) => {
      running.delete(worker);
      serving.delete(worker);
      kept.end(worker.id);
      if (stopping) return;
      const how = failure ?? `A server process ended with ${signal || String(code)}.`;
      if (signal) killed += 1;
      // A process that ended by itself has a fault that would end the others, too.
      if (!isReady && (!signal || killed > killsAtStart * count)) {
        reject(new StartError(how));
        return;
      }
      log.error(`${how} Another one will take its place.`);
      const lived = performance.now() - since;
      const next = lived > soonMs ? minPauseMs : Math.min(pauseMs * 2, maxPauseMs);
      const timer = setTimeout(() => {
        waiting.delete(timer);
        start(doesChores, next);
      }, next);
      waiting.add(timer);
    });
  }

  // The starter hears of either failure, but may not be listening yet.
  ready.catch(() => undefined);
  orders.catch(() => undefined);
  for (let index = 0; index < count; index += 1) start(index === 0, minPauseMs / 2);
  return {
    ready,
    async stop() {
      stopping = true;
      waiting.forEach(clearTimeout);
      const gone = [...running].map((worker) => once(worker, 'exit'));
      for (const worker of running) worker.process.kill('SIGTERM');
      const impatient = setTimeout(() => {
        for (const worker of running) worker.process.kill('SIGKILL');
      }, patienceMs);
      await Promise.all(gone);
      clearTimeout(impatient);
    },
  };
}
