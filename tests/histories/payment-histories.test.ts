import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { verifyAudit } from '#server/trail.ts';
import { signedIn } from '#tests/support/client.ts';
import { draws } from '#tests/support/draws.ts';
import { type Account, asOwner, makeAccount } from '#tests/support/factories.ts';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { everyWay, type History, history } from './history.ts';
import { openPaystack } from './paystack-till.ts';
import { play, type Played, sendNotice, type World } from './play.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { openPayKaduna } from './till.ts';
import { untruths } from './truths.ts';

const { numRuns: count, seed = Date.now() % 1_000_000 } = draws(3);
const atOnce = count > 1_000 ? 250 : 50;

let database: ClonedDatabase;
let db: Database;
let tills: World['tills'];
let one: ServerProcess;
let two: ServerProcess;
/** Of an officer each, since one may not check more than so many bills in a minute. */
let worlds: World[];

beforeAll(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.appUrl, { max: 10 });
  tills = { PayKaduna: await openPayKaduna(database.ownerUrl), Paystack: await openPaystack() };
  const env = {
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    JWT_SECRET: 'a secret of two processes, long enough',
    DEMO: 'off',
    ...tills.PayKaduna.env,
    ...tills.Paystack.env,
    PAYMENT_GATEWAYS: 'Ogun=paystack',
  };
  const head = await makeAccount(db, 'zonal head', { state: null });
  one = await startServerProcess(env);
  two = await startServerProcess(env);
  const heads = {
    one: await signedIn(one.url, head.email),
    two: await signedIn(two.url, head.email),
  };
  const allowSweep = async () => {
    // Under one lock: row by row it could deadlock with a sweep that starts at the same moment.
    await asOwner(
      database,
      'do $$ begin lock table sweeps in exclusive mode; delete from sweeps; end $$',
    );
  };
  const worldOf = async ({ email }: Account): Promise<World> => {
    const officers = { one: await signedIn(one.url, email), two: await signedIn(two.url, email) };
    const staff = {
      one: { url: one.url, officer: officers.one, head: heads.one },
      two: { url: two.url, officer: officers.two, head: heads.two },
    };
    return { tills, allowSweep, staff };
  };
  const officers = Array.from({ length: Math.min(10, Math.ceil(count / 20)) }, () =>
    makeAccount(db, 'booking officer', { state: null }),
  );
  worlds = await Promise.all((await Promise.all(officers)).map(worldOf));
});

afterAll(async () => {
  await Promise.all([one, two].map((server) => server.stop()));
  await Promise.all(Object.values(tills).map((till) => till.close()));
  await closeDatabase(db);
  await database.drop();
});

/** The final notice for every bill arrives, and all notices are processed. */
async function settleDown(played: readonly Played[]): Promise<void> {
  for (const { billRef, history } of played) {
    const till = tills[history.gateway];
    await sendNotice('notice', two, till, await till.notice(billRef));
  }
  while ((await openNotices()) > 0) await wait(200);
}

async function openNotices(): Promise<number> {
  const { open } = await db
    .selectFrom('notices')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return open;
}

test(
  `${count} histories of money through two processes leave nothing paid that is not, and nothing unpaid that is`,
  { timeout: 14_400_000 },
  async () => {
    process.stdout.write(`${count} payment histories with the seed ${seed}\n`);
    const drawn = fc.sample(history, { seed, numRuns: count });
    const all: History[] = [...everyWay, ...drawn];
    for (let from = 0; from < all.length; from += atOnce) {
      const some = all.slice(from, from + atOnce);
      const played = await Promise.all(
        worlds.flatMap((world, turn) =>
          some.filter((_, at) => at % worlds.length === turn).map((life) => play(world, life)),
        ),
      );
      await settleDown(played);
      expect(await untruths(db, tills, played)).toEqual([]);
    }
    expect((await verifyAudit(db)).findings).toEqual([]);
    // They reached every kind and state; a slow machine may leave a bill in doubt, too.
    const came = await db.selectFrom('payment_exceptions').select('kind').distinct().execute();
    const kinds = ['other amount', 'paid after withdrawal', 'second payment', 'unproven'];
    expect(came.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds));
    for (const column of ['paid', 'completed'] as const) {
      const some = await db.selectFrom('bookings').select('id').where(column, '=', true).execute();
      expect(some.length).toBeGreaterThan(0);
    }
  },
);
