import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isBadCertificate } from '#server/process/certificates.ts';
import { log } from '#server/process/log.ts';
import { poolWaitSeconds } from '#server/process/metrics.ts';

/** The database doesn't answer: it is being restarted, out of reach, hangs, or has no valid certificate. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';
  readonly code = 'database_away';

  constructor(cause?: unknown) {
    super('The database is not responding.', { cause });
  }
}

/** Shutting down, starting up, or the connection broke; PostgreSQL's own codes and the system's. */
const awayCodes =
  /^(?:database_away|57P0[1-35]|08...|E(?:CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/;
/** The errors of `pg` without a code. */
const awayWords =
  /^(?:Connection terminated|Client has encountered a connection error|Query read timeout)/;

/** True if an error means that the database is away, rather than that a query was wrong. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return awayCodes.test(code) || isBadCertificate(code) || awayWords.test(error.message);
}

/** A limit of time was reached, of the pool, of a connection, a query, a lock or a transaction. */
const isTooSlow = (error: unknown): boolean =>
  error instanceof Error &&
  (/timeout/i.test(error.message) ||
    ('code' in error && /^(?:57014|55P03|25P0[34])$/.test(String(error.code))));

/** Milliseconds before a start asks again what was not answered in time. */
const startAgainMs = 500;

/**
 * Does a part of a start, and again while the database is away or too slow for its limits: those
 * protect people who wait, and nobody does yet. What is done twice must do no harm.
 */
export async function untilAnswered<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) && !isTooSlow(error)) throw error;
    }
    await sleep(startAgainMs);
  }
}

/** True if an error means that the disk of the database is full. */
export const isWithoutRoom = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '53100';

/** A connection of a pool, with what addresses its running query, which the types of `pg` leave out. */
export type Connection = pg.PoolClient & {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
};

/** The use of a pool. */
export interface Source {
  readonly options: pg.PoolOptions;
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

export interface Availability {
  isAway(): boolean;
  /**
   * The same pool, which throws `DatabaseAway` at once while the database is away. A query that
   * hangs with the whole database ends so too, after some seconds; a slow one goes on. Under its
   * name the waits for connections are measured.
   */
  watched(pool: pg.Pool, name?: string): Source;
  stop(): void;
}

export interface AvailabilityOptions {
  /** Milliseconds after which a query makes one ask whether the database answers at all. */
  readonly suspiciousMs?: number;
  /** Milliseconds in which it must answer. */
  readonly answerMs?: number;
  /** Says when the database goes and when it is back. */
  readonly say?: (line: string) => void;
}

/** Milliseconds between two questions while the database is away: doubled up to the second. */
const askAgainMs = { first: 100, longest: 1_000 };
const lookIntervalMs = 1_000;

const warn = (line: string): void => {
  log.warn(line);
};

interface Running {
  readonly since: number;
  /**
   * The time at which it makes one ask whether the database answers: each time after twice as long.
   */
  suspectAt: number;
  readonly cut: () => void;
}

/**
 * Knows for all pools of one process whether their database answers. While it doesn't, one question
 * after the other is asked here, and nobody else waits for it.
 */
export function watchAvailability(
  url: string,
  { suspiciousMs = 5_000, answerMs = 5_000, say = warn }: AvailabilityOptions = {},
): Availability {
  const running = new Set<Running>();
  const waiting = new Set<(error: DatabaseAway) => void>();
  let away: DatabaseAway | undefined;
  let asking = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  function goAway(cause: unknown): void {
    if (away || stopped) return;
    away = new DatabaseAway(cause);
    const reason = cause instanceof Error ? ` (${cause.message})` : '';
    say(
      `The database is not responding${reason}. Hanya refuses calls until the database responds.`,
    );
    for (const refuse of waiting) refuse(away);
    for (const { cut } of running) cut();
    askUntilBack(askAgainMs.first);
  }

  function askUntilBack(pauseMs: number): void {
    timer = setTimeout(() => {
      void answers(url, answerMs).then((failure) => {
        if (stopped) return;
        if (failure) {
          askUntilBack(Math.min(pauseMs * 2, askAgainMs.longest));
          return;
        }
        away = undefined;
        say('The database is responding again.');
      });
    }, pauseMs).unref();
  }

  /** Something went wrong that may concern one connection only. */
  async function suspect(): Promise<void> {
    if (asking || away || stopped) return;
    asking = true;
    // Twice, so that one answer that is late on a busy machine doesn't refuse everybody.
    const failure = (await answers(url, answerMs)) && (await answers(url, answerMs));
    asking = false;
    if (failure) goAway(failure);
  }

  const looking = setInterval(() => {
    if (asking || away) return;
    const now = performance.now();
    const suspicious = [...running].filter(({ suspectAt }) => suspectAt <= now);
    if (suspicious.length === 0) return;
    // One answer is good for all of them.
    for (const query of suspicious) query.suspectAt = now + (now - query.since);
    void suspect();
  }, lookIntervalMs).unref();

  function track(client: pg.PoolClient, asked: Promise<unknown>): void {
    const since = performance.now();
    const entry = { since, suspectAt: since + suspiciousMs, cut: () => cutOff(client) };
    running.add(entry);
    const done = () => running.delete(entry);
    asked.then(done, done);
  }

  /** The connection as its user has it: broken ones say `DatabaseAway`. */
  function tracked(client: pg.PoolClient): pg.PoolClient {
    const query = async (...asked: [pg.QueryConfig]): Promise<pg.QueryResult> => {
      const answer = client.query(...asked);
      track(client, answer);
      try {
        return await answer;
      } catch (error) {
        if (!isAway(error)) throw error;
        void suspect();
        throw new DatabaseAway(error);
      }
    };
    return Object.create(client, { query: { value: query } }) as pg.PoolClient;
  }

  async function connect(pool: pg.Pool, name: string): Promise<pg.PoolClient> {
    if (away) throw away;
    const waited = poolWaitSeconds.startTimer({ pool: name });
    const { promise: refused, reject } = Promise.withResolvers<never>();
    waiting.add(reject);
    const connecting = pool.connect();
    try {
      return tracked(await Promise.race([connecting, refused]));
    } catch (error) {
      // A connection may still come when nobody waits for it any more.
      connecting.then(
        (client) => {
          client.release();
        },
        () => undefined,
      );
      if (!isAway(error)) throw error;
      if (error instanceof DatabaseAway) throw error;
      goAway(error);
      throw new DatabaseAway(error);
    } finally {
      waited();
      waiting.delete(reject);
    }
  }

  return {
    isAway: () => away !== undefined,
    watched(pool, name = 'other') {
      // Without a listener, an idle connection that breaks would end the process.
      pool.on('error', () => void suspect());
      return { options: pool.options, connect: () => connect(pool, name), end: () => pool.end() };
    },
    stop() {
      stopped = true;
      clearInterval(looking);
      clearTimeout(timer);
    },
  };
}

/** Its query fails at once, and the pool drops it. The types of `pg` leave the socket out. */
function cutOff(client: object): void {
  const { connection } = client as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}

/** The reason why the database doesn't answer; undefined if it does, be it with a refusal. */
async function answers(url: string, withinMs: number): Promise<Error | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
    application_name: 'hanya availability',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    await client.end();
    return undefined;
  } catch (error) {
    cutOff(client);
    const failure = error instanceof Error ? error : new Error(String(error));
    return isAway(failure) || /timeout/i.test(failure.message) ? failure : undefined;
  }
}
