import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import type { PayKaduna } from '#tests/histories/till.ts';
import { childrenOf, gone, type Installation, signal } from './installation.ts';

/** What is killed, by SIGKILL. */
export const kills = [
  'a serving process is killed',
  'all serving processes are killed',
  'the first process is killed',
  'all but the database is killed',
  'a process of the database is killed',
  'the database is killed',
  'everything is killed',
] as const;

/** What goes wrong without anybody's end. */
export const troubles = [
  'the database hangs',
  'the gateway hangs',
  'the clock is minutes off',
  'the clock is days off for a second',
] as const;

export type Kind = (typeof kills)[number] | (typeof troubles)[number];
const kinds: readonly Kind[] = [...kills, ...troubles];
const isKill = (kind: Kind) => kills.some((one) => one === kind);

export interface Blow {
  readonly kind: Kind;
  /** Milliseconds of work before it. */
  readonly pause: number;
  /** From 0 to 1: which of several is hit, how long it lasts, how far off it is. */
  readonly draw: number;
}

/**
 * So many kills, and troubles between them: every kind once, in an order that the seed draws, before
 * any comes again. Everything is killed at last, so that what only a start clears up is cleared up.
 */
export function drawnBlows(count: number, seed: number): readonly Blow[] {
  const order = fc.shuffledSubarray([...kinds], { minLength: kinds.length });
  const drawn = fc.sample(order, { numRuns: Math.ceil(count / kills.length), seed }).flat();
  const wanted: Kind[] = [];
  for (const kind of drawn) if (wanted.filter(isKill).length < count - 1) wanted.push(kind);
  wanted.push('everything is killed');
  // Without bias: by itself the library prefers the ends of each range.
  const how = fc.noBias(
    fc.record({
      pause: fc.integer({ min: 50, max: 500 }),
      draw: fc.integer({ min: 0, max: 999 }).map((thousandth) => thousandth / 1_000),
    }),
  );
  const hows = fc.sample(how, { numRuns: wanted.length, seed });
  return wanted.flatMap((kind, at) => {
    const drawnHow = hows[at];
    return drawnHow ? [{ kind, ...drawnHow }] : [];
  });
}

/** Longest a database and a gateway hang, in milliseconds: beyond what the product waits for either. */
const hangsMs = { database: 18_000, gateway: 13_000 };
const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * Strikes once; answers how many milliseconds passed from the end of the blow until calls were
 * served again. `briefly`: nothing hangs for longer than a second.
 */
export async function strike(
  installation: Installation,
  gateway: PayKaduna,
  { kind, draw }: Blow,
  briefly: boolean,
): Promise<number> {
  const { first, serving, postmaster } = installation;
  // Most are short, some long.
  const hang = (longest: number) => wait(1_000 + (briefly ? 0 : (longest - 1_000) * draw ** 3));
  switch (kind) {
    case 'a serving process is killed':
      await kill(drawnOf(serving(), draw));
      break;
    case 'all serving processes are killed':
      await kill(serving());
      break;
    case 'the first process is killed':
      await kill([first()]);
      break;
    case 'all but the database is killed':
      await kill([first(), ...serving()]);
      break;
    case 'a process of the database is killed':
      await kill(drawnOf(childrenOf(postmaster()), draw));
      break;
    case 'the database is killed':
      await kill([postmaster()]);
      break;
    case 'everything is killed':
      await kill([first(), ...serving(), postmaster(), ...childrenOf(postmaster())]);
      break;
    case 'the database hangs': {
      const stopped = stopWithChildren(postmaster());
      await hang(hangsMs.database);
      signal(stopped, 'SIGCONT');
      break;
    }
    case 'the gateway hangs': {
      const goOn = gateway.hang();
      await hang(hangsMs.gateway);
      goOn();
      break;
    }
    case 'the clock is minutes off':
      // Less than server and database may be apart; it stays so.
      installation.setClock((draw - 0.5) * 4 * minuteMs);
      break;
    case 'the clock is days off for a second':
      installation.setClock((draw - 0.5) * 6 * dayMs);
      await wait(1_000);
      installation.setClock(0);
  }
  const over = performance.now();
  return Math.max(0, Math.round((await installation.ready()) - over));
}

async function kill(pids: readonly number[]): Promise<void> {
  signal(pids, 'SIGKILL');
  await gone(pids);
}

const drawnOf = (pids: readonly number[], draw: number): number[] =>
  pids.slice(Math.floor(draw * pids.length)).slice(0, 1);

/** Stops a process, which begins no other from then on, and then all that it has begun; answers all of them. */
function stopWithChildren(pid: number): readonly number[] {
  const stopped = [pid];
  signal(stopped, 'SIGSTOP');
  for (;;) {
    const more = childrenOf(pid).filter((child) => !stopped.includes(child));
    if (more.length === 0) return stopped;
    signal(more, 'SIGSTOP');
    stopped.push(...more);
  }
}
