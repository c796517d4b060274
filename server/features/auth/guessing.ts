import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { attemptsOf, countAttempt, networkOf } from '#server/http/attempts.ts';
import { TooBusy } from '#server/http/bounded.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';

/**
 * Failed sign-ins in a row that an account may have before it must wait: one more than one address
 * may make in a minute, so that it takes two to make the owner wait.
 */
const free = 11;
/** Seconds; `forgetAttempts` must keep an attempt for longer. */
const longestWait = 300;
/**
 * The same where the account's owner has signed in before. Whoever guesses there, in the same office
 * or behind the same phone network, makes the owner wait too, but never for long.
 */
const longestWaitWhereKnown = 60;
/**
 * Failed sign-ins from one address in ten minutes. A phone network puts thousands of people behind
 * one address, but hardly all of an authority's officers, and most of them know their password: a
 * hundred failures are five hundred sign-ins of which every fifth fails.
 */
const perAddress = { failures: 100, windowMs: 600_000 };

export interface Guess {
  readonly email: string;
  readonly userId: string | undefined;
  readonly address: string;
}

/**
 * Checks a password unless too many guesses were wrong: then 429, for an account after eleven
 * failures in a row for one second, two, four and so on up to five minutes, whether or not it exists; and for
 * whoever comes from an address with a hundred failures. Where the account's owner has signed in
 * before, neither counts, but what failed there for this account alone: up to a minute. Counted for
 * all processes together.
 */
export async function guarded(
  db: Database,
  guess: Guess,
  fits: () => Promise<boolean>,
): Promise<Outcome<boolean>> {
  const account = keyOf('account', guess.email);
  const from = keyOf('address', networkOf(guess.address));
  const here = keyOf('account and address', `${guess.email} ${networkOf(guess.address)}`);
  const wait = (await waitOfAddress(db, from)) ?? (await waitOf(db, account, longestWait));
  if (wait !== undefined) {
    if (!(await hasSignedInFrom(db, guess))) return tooOften(wait);
    const waitHere = await waitOf(db, here, longestWaitWhereKnown);
    if (waitHere !== undefined) return tooOften(waitHere);
  }
  let isRight: boolean;
  try {
    isRight = await fits();
  } catch (error) {
    // Nobody has looked at the password.
    if (error instanceof TooBusy) await uncount(db, wait === undefined ? account : here);
    throw error;
  }
  await (isRight ? forget(db, [account, here]) : countAttempt(db, from, perAddress.windowMs));
  return isRight;
}

const tooOften = (seconds: number): Refusal =>
  new Refusal(
    429,
    'too_often',
    `Too many attempts. Wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again.`,
    undefined,
    seconds,
  );

const keyOf = (what: 'account' | 'address' | 'account and address', name: string): Buffer =>
  hash('sha256', `failed sign-ins of ${what} ${name}`, 'buffer');

/** Seconds to wait; undefined when there is no need to. */
async function waitOfAddress(db: Database, key: Buffer): Promise<number | undefined> {
  const { current, ttl } = await attemptsOf(db, key, perAddress.windowMs);
  return current >= perAddress.failures ? Math.ceil(ttl / 1_000) : undefined;
}

/**
 * Counts an attempt as failed before it is looked at, so that many at once get no further than one
 * after the other. Seconds to wait if it comes too early.
 */
async function waitOf(db: Database, key: Buffer, longest: number): Promise<number | undefined> {
  const counted = await sql`
    insert into attempts as earlier (key, began_at, count) values (${key}, clock_timestamp(), 1)
    on conflict (key) do update set count = earlier.count + 1,
      began_at = greatest(earlier.began_at, excluded.began_at)
    -- Of attempts that come at once, one may be written after another that looked at the clock later.
    where earlier.count < ${free}::int or ${mayTryFrom(longest)} <= excluded.began_at
    returning count`.execute(db);
  if (counted.rows.length > 0) return undefined;
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from ${mayTryFrom(longest)} - clock_timestamp()))::int as seconds
    from attempts as earlier where key = ${key}`.execute(db);
  return Math.max(1, rows[0]?.seconds ?? 1);
}

/** When the account of the row `earlier` may be tried again. */
const mayTryFrom = (longest: number) => sql`earlier.began_at + interval '1 second' *
  case when earlier.count < ${free}::int then 0
    else least(power(2, least(earlier.count - ${free}::int, 20)), ${longest}::int) end`;

async function uncount(db: Database, key: Buffer): Promise<void> {
  await sql`update attempts set count = count - 1 where key = ${key} and count > 0`.execute(db);
}

async function forget(db: Database, keys: readonly Buffer[]): Promise<void> {
  await sql`delete from attempts where key = any(${keys})`.execute(db);
}

async function hasSignedInFrom(db: Database, { userId, address }: Guess): Promise<boolean> {
  if (userId === undefined) return false;
  const before = await db
    .selectFrom('audit')
    .select('id')
    .where('record_type', '=', 'user')
    .where('record_id', '=', userId)
    .where('event', '=', 'user.signed-in')
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst();
  return before !== undefined;
}
