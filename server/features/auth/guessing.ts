import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { attemptsOf, countAttempt, networkOf, Refused } from '#server/http/attempts.ts';
import { TooBusy } from '#server/http/bounded.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';

/**
 * Failed sign-ins in a row before an account must wait. One more than an address may make in a
 * minute: it takes two to make the owner wait.
 */
const free = 11;
/** Seconds. An account's failures are forgotten a day after the last. */
const maxWaitSeconds = 300;
/**
 * The same where the account's owner has signed in before. A guesser in the same office or phone
 * network makes the owner wait too, but never for long.
 */
const maxWaitSecondsWhereKnown = 60;
/**
 * Failed sign-ins from one address in ten minutes. A phone network puts thousands of people behind
 * one address, but hardly all of an authority's officers. A hundred failures are five hundred
 * sign-ins of which every fifth fails.
 */
const signIns = { failures: 100, windowMs: 600_000 };
/**
 * The same for proofs of tickets, which drivers get wrong. Each ticket has its own sum of a day, since
 * four characters are soon tried.
 */
const proofs = { failures: 1_000, windowMs: 600_000, perDay: 20 };
const dayMs = 86_400_000;

/** The account that somebody wants to sign in to, and their IP address. */
export interface Whence {
  readonly email: string;
  readonly address: string;
}

export interface Guess extends Whence {
  /** The account; undefined where there is none. */
  readonly userId: string | undefined;
}

export interface Guard {
  /** 429 where this process knows already that the database would say so; nothing is asked. */
  refusal(whence: Whence): Refusal | undefined;
  /** True if the password fits; 429, unlooked at, after too many. */
  check(guess: Guess, fits: () => Promise<boolean>): Promise<Outcome<boolean>>;
  /** True where the sum of the day is used up. */
  isUsedUp(account: Pick<Whence, 'email'>): Promise<boolean>;
}

/**
 * Checks passwords, and answers 429 after too many wrong ones. An account waits after eleven
 * failures in a row: one second, two, four and so on up to five minutes, whether or not it exists.
 * An address is refused after a hundred failures. Where the account's owner has signed in before,
 * only failures there for this account count, up to a minute. Of one account and address,
 * `perMinute` are looked at in any case. All processes count together; each remembers the addresses
 * beyond their limit.
 */
export function guardSignIns(
  db: Database,
  { perMinute, of = 'sign-ins' }: { readonly perMinute: number; readonly of?: Purpose },
): Guard {
  const perAddress: typeof signIns & { readonly perDay?: number } =
    of === 'sign-ins' ? signIns : proofs;
  const keyOf = (what: Counted, name: string) => keyFor(of, what, name);
  const refused = new Refused();
  const addresses = new Refused();

  function refuse(who: string, forMs: number): Refusal {
    refused.remember(who, forMs);
    return tooOften(secondsOf(forMs));
  }

  /** Milliseconds for which an address has failed too often. */
  async function leftOfAddress(network: string): Promise<number> {
    const left = addresses.left(network);
    if (left > 0) return left;
    const { current, ttl } = await attemptsOf(db, keyOf('address', network), perAddress.windowMs);
    if (current < perAddress.failures) return 0;
    addresses.remember(network, ttl);
    return ttl;
  }

  /** Milliseconds for which the sum of a day is used up. */
  async function leftOfDay({ email }: Pick<Whence, 'email'>): Promise<number> {
    if (perAddress.perDay === undefined) return 0;
    const { current, ttl } = await attemptsOf(db, keyOf('day', email), dayMs);
    return current < perAddress.perDay ? 0 : ttl;
  }

  return {
    refusal(whence) {
      const left = Math.max(refused.left(pairOf(whence)), refused.left(exactly(whence)));
      return left > 0 ? tooOften(secondsOf(left)) : undefined;
    },

    async check(guess, fits) {
      const network = networkOf(guess.address);
      const left = await leftOfAddress(network);
      if (left > 0 && !(await hasSignedInFrom(db, guess))) return refuse(exactly(guess), left);
      const minute = hash('sha256', `${of} in a minute of ${pairOf(guess)}`, 'buffer');
      const { current, ttl } = await countAttempt(db, minute, 60_000);
      if (current > perMinute) return refuse(pairOf(guess), ttl);
      const overDay = await leftOfDay(guess);
      if (overDay > 0) return usedUp(overDay);
      const counted = await countGuess(db, guess, left > 0, keyOf);
      if (counted instanceof Refusal) return counted;
      let isRight: boolean;
      try {
        isRight = await fits();
      } catch (error) {
        // Nobody has looked at the password.
        if (error instanceof TooBusy) await uncount(db, counted);
        throw error;
      }
      if (isRight)
        await forget(db, [
          keyOf('account', guess.email),
          keyOf('account and address', pairOf(guess)),
        ]);
      else {
        await countAttempt(db, keyOf('address', network), perAddress.windowMs);
        if (perAddress.perDay !== undefined)
          await countAttempt(db, keyOf('day', guess.email), dayMs);
      }
      return isRight;
    },

    isUsedUp: async (account) => (await leftOfDay(account)) > 0,
  };
}

const pairOf = ({ email, address }: Whence): string => `${email} ${networkOf(address)}`;

/** In a network of phones or of an office, the owner may have signed in before. */
const exactly = ({ email, address }: Whence): string => `${email} at ${address}`;

const secondsOf = (ms: number): number => Math.ceil(ms / 1_000);

/** Counts a guess as failed before it is looked at; answers as which, or how long to wait. */
async function countGuess(
  db: Database,
  guess: Guess,
  isKnown: boolean,
  keyOf: (what: Counted, name: string) => Buffer,
): Promise<Outcome<Buffer>> {
  if (!isKnown) {
    const account = keyOf('account', guess.email);
    const wait = await waitOf(db, account, maxWaitSeconds);
    if (wait === undefined) return account;
    if (!(await hasSignedInFrom(db, guess))) return tooOften(wait);
  }
  const here = keyOf('account and address', pairOf(guess));
  const wait = await waitOf(db, here, maxWaitSecondsWhereKnown);
  return wait === undefined ? here : tooOften(wait);
}

const usedUp = (forMs: number): Refusal =>
  new Refusal(
    429,
    'used_up',
    'There were too many attempts today. Try again tomorrow, or ask at the office.',
    undefined,
    secondsOf(forMs),
  );

const tooOften = (seconds: number): Refusal =>
  new Refusal(
    429,
    'too_often',
    `Too many attempts. Wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again.`,
    undefined,
    seconds,
  );

/** Whoever guesses at one holds nobody back from the other. */
type Purpose = 'sign-ins' | 'proofs';
type Counted = 'account' | 'address' | 'account and address' | 'day';

const keyFor = (purpose: Purpose, what: Counted, name: string): Buffer =>
  hash('sha256', `failed ${purpose} of ${what} ${name}`, 'buffer');

/**
 * Counts an attempt as failed before it is looked at: many at once get no further than one after
 * the other. Answers the seconds to wait if it comes too early.
 */
async function waitOf(db: Database, key: Buffer, longest: number): Promise<number | undefined> {
  const counted = await sql`
    insert into attempts as earlier (key, began_at, count, kept_ms)
    values (${key}, clock_timestamp(), 1, ${dayMs})
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

/** The time at which the account of the row `earlier` may be tried again. */
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
