import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { MadeRecord } from '#web/sending/first-attempt.ts';

/** What a phone is told. `offBy` is milliseconds from the right time. */
export type Order =
  | {
      do: 'make';
      made: Omit<MadeRecord, 'files'>;
      files: readonly { field: string; path: string; name: string; type: string }[];
    }
  | { do: 'set clock'; offBy: number }
  /** `bytes` as in `setRoom`. */
  | { do: 'leave room'; bytes: number | null }
  | { do: 'hear of a network' | 'open another tab' | 'tell what waits' };

/** What a phone says. */
export type Said =
  | { is: 'on' }
  /** It is on the device as typed, and not yet submitted. */
  | { is: 'draft'; id: string }
  /** Its officer was shown that it is stored, or received. */
  | { is: 'stored'; id: string }
  | { is: 'not stored'; id: string; words: string }
  | { is: 'waiting'; count: number; words: readonly string[] };

/** What an officer was promised, over all lives of a phone. */
export interface Promised {
  /** By their ids. */
  readonly drafts: Set<string>;
  readonly stored: Set<string>;
  readonly troubles: string[];
}

export interface Phone {
  readonly promised: Promised;
  tell(order: Order): void;
  /** Ends its process at once, and starts it again on what its disk has. */
  dieAndStart(): Promise<void>;
  /** Resolves to null once nothing waits on it, else to what waits after so many milliseconds. */
  empty(within: number): Promise<string | null>;
  remove(): Promise<void>;
}

interface Owner {
  readonly origin: string;
  readonly userId: string;
  readonly token: string;
  /** The file that is its disk. */
  readonly disk: string;
}

const program = new URL('phone-process.ts', import.meta.url);

/** Switches a phone on, of an officer who is signed in. */
export async function startPhone({ origin, userId, token, disk }: Owner): Promise<Phone> {
  const promised: Promised = { drafts: new Set(), stored: new Set(), troubles: [] };
  let offBy = 0;
  let room: number | null = null;
  let waiting: { count: number; words: readonly string[] } | null = null;
  let child = await start();

  async function start(): Promise<ChildProcess> {
    const life = fork(program, [origin, disk, userId, token, String(offBy), String(room)], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
    });
    const { promise: on, resolve, reject } = Promise.withResolvers<undefined>();
    let complaint = '';
    life.stderr?.on('data', (text: Buffer) => {
      complaint += text.toString();
    });
    life.on('message', (said: Said) => {
      if (said.is === 'on') resolve(undefined);
      if (said.is === 'draft') promised.drafts.add(said.id);
      if (said.is === 'stored') promised.stored.add(said.id);
      if (said.is === 'not stored') promised.troubles.push(`${said.id}: ${said.words}`);
      if (said.is === 'waiting') waiting = said;
    });
    life.on('exit', (code) => {
      if (code !== null) promised.troubles.push(`The phone ended with ${code}: ${complaint}`);
      reject(new Error(`The phone ended with ${String(code)}: ${complaint}`));
    });
    await on;
    return life;
  }

  async function die(): Promise<void> {
    if (child.exitCode !== null) return;
    // What it said before its end is read first.
    const gone = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
    child.kill('SIGKILL');
    await gone;
  }

  return {
    promised,
    tell: (order) => {
      if (order.do === 'set clock') ({ offBy } = order);
      if (order.do === 'leave room') room = order.bytes;
      child.send(order);
    },
    async dieAndStart() {
      await die();
      child = await start();
    },
    async empty(within) {
      const end = Date.now() + within;
      waiting = null;
      child.send({ do: 'tell what waits' } satisfies Order);
      const isEmpty = () => waiting?.count === 0;
      while (!isEmpty() && child.exitCode === null && Date.now() < end)
        await new Promise((later) => setTimeout(later, 20));
      return isEmpty() ? null : JSON.stringify(waiting);
    },
    remove: die,
  };
}
