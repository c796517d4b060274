import { type ChildProcess, fork } from 'node:child_process';
import cluster from 'node:cluster';
import { availableParallelism, constants, setPriority } from 'node:os';
import pLimit from 'p-limit';

export const pictureType = 'image/jpeg';

export interface Order {
  readonly number: number;
  readonly source: string;
  readonly target: string;
  readonly side: number | undefined;
}

export type Written =
  | { readonly number: number; readonly type: string | null }
  | { readonly number: number; readonly failure: string; readonly code: string | undefined };

/** Decoding takes memory and a core, so only a few pictures at once; of several processes, one each. */
const inTurn = pLimit(cluster.isWorker ? 1 : Math.min(2, availableParallelism()));

/** For pictures during which the process ended: one of them may be the cause. */
const alone = pLimit(1);

/** Milliseconds after which a process with nothing to do gives its memory back. */
const idleMs = 60_000;

/** Milliseconds after which a decoder hangs that should have given up by itself. */
const hangsMs = 60_000;

/**
 * Decodes a picture and writes it anew as `writeAnew` says, in a process of its own that knows no
 * secrets. Decoders have faults, and a crash there takes no server with it. Answers the picture's
 * media type; null for an unreadable picture, and for one that makes the process crash. Throws with
 * the code `no_process` when none can be started.
 */
export async function reencodePicture(
  source: string,
  target: string,
  side?: number,
): Promise<string | null> {
  try {
    return await inTurn(() => writtenBy(useShared(), source, target, side));
  } catch (error) {
    if (!(error instanceof ProcessEnded)) throw error;
    return alone(async () => {
      const own = start();
      try {
        return await writtenBy(own, source, target, side);
      } catch (again) {
        if (again instanceof ProcessEnded) return null;
        throw again;
      } finally {
        own.child.kill('SIGKILL');
      }
    });
  }
}

class ProcessEnded extends Error {}

/** The machine has no room for another process: nobody has looked at the picture. */
class NoProcess extends Error {
  readonly code = 'no_process';
}

interface Writer {
  readonly child: ChildProcess;
  readonly orders: Map<number, PromiseWithResolvers<string | null>>;
  idle: NodeJS.Timeout | undefined;
}

let shared: Writer | undefined;
let ordered = 0;

const useShared = (): Writer => (shared ??= start());

async function writtenBy(
  writer: Writer,
  source: string,
  target: string,
  side: number | undefined,
): Promise<string | null> {
  clearTimeout(writer.idle);
  ordered += 1;
  const order: Order = { number: ordered, source, target, side };
  const written = Promise.withResolvers<string | null>();
  writer.orders.set(order.number, written);
  const hangs = setTimeout(() => writer.child.kill('SIGKILL'), hangsMs).unref();
  // A process that has just ended takes no order; its end is told below.
  writer.child.send(order, () => undefined);
  try {
    return await written.promise;
  } finally {
    clearTimeout(hangs);
    writer.orders.delete(order.number);
    if (writer.orders.size === 0) writer.idle = setTimeout(() => dismiss(writer), idleMs).unref();
  }
}

function start(): Writer {
  const child = forked();
  // A server that closes doesn't wait for it.
  child.unref();
  child.channel?.unref();
  const writer: Writer = { child, orders: new Map(), idle: undefined };
  child.on('message', (written: Written) => {
    const order = writer.orders.get(written.number);
    if ('type' in written) order?.resolve(written.type);
    else order?.reject(Object.assign(new Error(written.failure), { code: written.code }));
  });
  const end = (why: Error) => {
    if (shared === writer) shared = undefined;
    for (const { reject } of writer.orders.values()) reject(why);
  };
  child.once('error', (error) => {
    end(child.pid === undefined ? new NoProcess(error.message) : new ProcessEnded());
  });
  child.once('exit', () => {
    end(new ProcessEnded());
  });
  return writer;
}

function forked(): ChildProcess {
  try {
    const child = fork(new URL('./picture-process.ts', import.meta.url), {
      env: { SystemRoot: process.env['SystemRoot'] },
      execArgv: ['--max-old-space-size=128'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if (child.pid !== undefined) yieldToOthers(child.pid);
    return child;
  } catch (error) {
    // Out of memory is thrown, out of processes is an event.
    throw new NoProcess(String(error));
  }
}

/**
 * People who wait for a list come before pictures. The priority is set from here at once: on Linux
 * each thread takes that of the one that began it.
 */
function yieldToOthers(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended already, which its orders are told, or yields even more, as this one
    // does.
  }
}

function dismiss(idle: Writer): void {
  if (shared === idle) shared = undefined;
  idle.child.kill();
}
