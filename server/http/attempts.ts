import { hash } from 'node:crypto';
import type {
  FastifyRateLimitStore,
  FastifyRateLimitStoreCtor,
  RateLimitOptions,
} from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import { LruMap } from 'toad-cache';
import { z } from 'zod';
import type { Database } from '#server/db/database.ts';
import type { Caller } from './caller.ts';
import { Refusal } from './refusal.ts';

/**
 * Calls a minute: from one IP address, for each value of the body's field `email`, or of one
 * account from any address. Guests are told apart by address.
 */
export interface Attempts {
  readonly perMinute: number;
  readonly of?: 'email' | 'account';
}

/** An export reads up to a million rows. */
export const exportLimit: Attempts = { perMinute: 60, of: 'account' };

/**
 * The network of an address: itself, or the first 64 bits of an IPv6 address, whose owner has all
 * others that begin so. Any other text stands for itself.
 */
export function networkOf(text: string): string {
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

/**
 * The party that a call counts for: the account, whatever its session or the spelling of its
 * header. Without an account it is the network.
 */
export const whoseWork = (caller: Caller | undefined, address: string): string =>
  caller?.sessionId ? caller.userId : networkOf(address);

/** The rate limit of an endpoint for Fastify; an email address counts the same in any capitals. */
export function limitOf(
  { perMinute, of }: Attempts,
  callerOf: (request: FastifyRequest) => Caller | undefined,
): RateLimitOptions {
  return {
    max: perMinute,
    timeWindow: 60_000,
    hook: 'preHandler',
    keyGenerator(request) {
      const { body } = request;
      const ip = networkOf(request.ip);
      if (of === 'account') return whoseWork(callerOf(request), request.ip);
      // Anything may have been sent: the schema reads it later.
      const email: unknown =
        of && typeof body === 'object' && body && 'email' in body ? body.email : undefined;
      return typeof email === 'string' ? `${ip} ${email.trim().toLowerCase()}` : ip;
    },
  };
}

type Answer = Parameters<FastifyRateLimitStore['incr']>[1];

/** `@fastify/rate-limit` gives this to the store of a route; its types leave it out. */
const routeSchema = z.object({ routeInfo: z.object({ method: z.string(), url: z.string() }) });

/**
 * Callers whom the database has refused until some moment. This process refuses them until then
 * without asking, so that insisting costs the database nothing.
 */
export class Refused {
  /** By a clock that nobody sets back. A flood leaves the latest. */
  readonly #until = new LruMap<number>(5_000);

  /** For so many milliseconds from now. */
  remember(who: string, forMs: number): void {
    this.#until.set(who, performance.now() + forMs);
  }

  /** Milliseconds that they are refused yet; 0 for whoever isn't. */
  left(who: string): number {
    return Math.max(0, (this.#until.get(who) ?? 0) - performance.now());
  }
}

/** Counts attempts for all processes together, in the database. */
export function countedTogether(db: Database): FastifyRateLimitStoreCtor {
  return class CountedTogether implements FastifyRateLimitStore {
    readonly #route: string;
    readonly #refused = new Refused();

    constructor(options: object) {
      const { data } = routeSchema.safeParse(options);
      this.#route = data ? `${data.routeInfo.method} ${data.routeInfo.url}` : '';
    }

    child(options: object): FastifyRateLimitStore {
      return new CountedTogether(options);
    }

    incr(caller: string, answer: Answer, windowMs: number, max: number): void {
      const left = this.#refused.left(caller);
      if (left > 0) {
        answer(null, { current: max + 1, ttl: left });
        return;
      }
      // A hash, so that the table names neither addresses nor people.
      const key = hash('sha256', `${this.#route} ${caller}`, 'buffer');
      countAttempt(db, key, windowMs).then(
        (counted) => {
          if (counted.current > max) this.#refused.remember(caller, counted.ttl);
          answer(null, counted);
        },
        (error: unknown) => {
          answer(error instanceof Error ? error : new Error(String(error)));
        },
      );
    }
  };
}

/** Attempts in a window that still lasts `ttl` milliseconds. */
interface Counted {
  readonly current: number;
  readonly ttl: number;
}

/** Counts one attempt. */
export async function countAttempt(db: Database, key: Buffer, windowMs: number): Promise<Counted> {
  const { rows } = await sql<{ current: number; ttl: number }>`
    insert into attempts as earlier (key, began_at, count, kept_ms)
    values (${key}, clock_timestamp(), 1, ${windowMs}::int)
    on conflict (key) do update set
      began_at = case when ${isOver(windowMs)} then excluded.began_at else earlier.began_at end,
      count = case when ${isOver(windowMs)} then 1 else earlier.count + 1 end
    returning count as current, ceil(extract(epoch from
      began_at + ${windowMs}::int * interval '1 ms' - clock_timestamp()) * 1000)::int as ttl`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('An attempt was not counted.');
  return { current: row.current, ttl: Math.max(1, row.ttl) };
}

/** The attempts that were counted until now. */
export async function attemptsOf(db: Database, key: Buffer, windowMs: number): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select count as current, ceil(extract(epoch from
      began_at + ${windowMs}::int * interval '1 ms' - clock_timestamp()) * 1000)::int as ttl
    from attempts where key = ${key}`.execute(db);
  const [row] = rows;
  return row && row.ttl > 0 ? row : { current: 0, ttl: 0 };
}

const isOver = (windowMs: number) =>
  sql`earlier.began_at + ${windowMs}::int * interval '1 ms' <= excluded.began_at`;

/**
 * Counts an attempt with a code or link that nobody was given, by network; 429 beyond so many a
 * minute. Right ones are not counted, so that a stranger stops nobody.
 */
export async function whyNotMadeUp(
  db: Database,
  { what, address, perMinute }: { what: string; address: string; perMinute: number },
): Promise<Refusal | null> {
  const key = hash('sha256', `made-up ${what} of ${networkOf(address)}`, 'buffer');
  const { current, ttl } = await countAttempt(db, key, 60_000);
  return current > perMinute ? tooOften(Math.ceil(ttl / 1_000)) : null;
}

const tooOften = (seconds: number): Refusal =>
  new Refusal(
    429,
    'too_often',
    'Too many attempts. Wait a minute and try again.',
    undefined,
    seconds,
  );

/** Forgets attempts whose time is over; answers how many. */
export async function forgetAttempts(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('attempts')
    .where('began_at', '<', sql<Date>`now() - kept_ms * interval '1 ms'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
