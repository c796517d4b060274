// @module-tag night
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { openPayKaduna, type PayKaduna } from '#tests/histories/till.ts';
import { signedIn } from '#tests/support/client.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { drawnBlows, kills, type Kind, strike, troubles } from './blows.ts';
import { familyOf, gone, type Installation, signal, startInstallation } from './installation.ts';
import { aPerson, bookUntilCut, nothingTold, type Person, untilAnswered, work } from './people.ts';
import { pruneAsNightsDo, type Scene, settleDown, untruthsOf } from './truths.ts';

// A long run by hand: npm run proofs -- chaos
const count = Number(process.env['CHAOS'] ?? 2);
const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);
/** Milliseconds after a blow in which calls must be served; only the long run minds. */
const within = Number(process.env['CHAOS_READY_MS'] ?? Infinity);
const peopleAtOnce = 4;

let gatewaysDatabase: ClonedDatabase;
let gateway: PayKaduna;
let books: Database;
let installation: Installation;
let db: Database;
let people: Person[];
let email: string;

beforeAll(async () => {
  gatewaysDatabase = await cloneDatabase();
  gateway = await openPayKaduna(gatewaysDatabase.ownerUrl);
  books = openDatabase(gatewaysDatabase.ownerUrl, { max: 1 });
  installation = await startInstallation(gateway.env);
  db = openDatabase(installation.addressFor('owner'), { max: 1 });
  ({ email } = await makeAccount(db, 'zonal head'));
  people = await Promise.all(
    Array.from({ length: peopleAtOnce }, async () => {
      const account = await makeAccount(db, 'zonal head');
      return aPerson(installation.url, account.email);
    }),
  );
});
afterAll(async () => {
  await closeDatabase(db);
  await installation.remove();
  await gateway.close();
  await closeDatabase(books);
  await gatewaysDatabase.drop();
});

const told = nothingTold();
const scene = (): Scene => {
  const [person] = people;
  if (!person) throw new Error('There is nobody.');
  return { db, books, person, dataDir: installation.dataDir };
};

test(`after ${count} kills (seed ${seed}) nothing that was acknowledged is lost, doubled or half done`, async () => {
  const waits = new Map<Kind, number[]>();
  /** What was wrong with being ready again. */
  const late: string[] = [];
  let isOver = false;
  const days = people.map((person, index) =>
    work(person, told, { name: `Chaos ${index}`, isOver: () => isOver }),
  );
  // One that gives up is told at the end, when all of them have been waited for.
  const all = Promise.allSettled(days);
  const blows = drawnBlows(count, seed);
  for (const [number, blow] of blows.entries()) {
    if (number > 0 && number % 20 === 0)
      process.stdout.write(`${number} of ${blows.length}: ${told.booked.size} booked\n`);
    await wait(blow.pause);
    const ms = await strike(installation, gateway, blow, within === Infinity);
    waits.set(blow.kind, [...(waits.get(blow.kind) ?? []), ms]);
    if (ms > within) late.push(`When ${blow.kind}, it was not ready within ${within} ms: ${ms}.`);
  }
  if (within < Infinity)
    late.push(...installation.endings.map((said) => `The first process ended by itself: ${said}`));
  // A few blows may be over before anybody has come so far.
  const comeSoFar = async () => {
    while (!isOver && (told.cleared.size === 0 || told.collisions.size === 0)) await wait(100);
  };
  await Promise.race([comeSoFar(), Promise.all(days).catch(() => undefined)]);
  isOver = true;
  const failed = (await all).flatMap((day) =>
    day.status === 'rejected' ? [day.reason as unknown] : [],
  );
  if (failed.length > 0) throw new AggregateError(failed, installation.said());

  // By now it listens elsewhere.
  await closeDatabase(db);
  db = openDatabase(installation.addressFor('owner'), { max: 1 });
  // What is written from now on is of this moment: by a clock that is behind it would want its seal.
  installation.setClock(0);
  const orphans = await pruneAsNightsDo(scene());
  await settleDown(scene());
  process.stdout.write(`${summaryOf(waits)}\n  ${orphans} files without a record were removed\n`);
  expect(told.cleared.size).toBeGreaterThan(0);
  expect(told.collisions.size).toBeGreaterThan(0);
  expect([...(await untruthsOf(scene(), told)), ...late].slice(0, 20)).toEqual([]);
}, 14_400_000);

// Should this find nothing, the test before it would prove nothing.
test('the same look finds what is lost where commits are not waited for', async () => {
  const client = await signedIn(installation.url, email);
  const loosen = [
    'alter system set synchronous_commit = off',
    "alter system set wal_writer_delay = '10s'",
    'select pg_reload_conf()',
  ];
  for (const statement of loosen)
    await asOwner({ ownerUrl: installation.addressFor('admin') }, statement);
  const before = told.booked.size;
  const booking = bookUntilCut(client, told, 'Loose');
  await untilAnswered('A booking', () =>
    Promise.resolve(told.booked.size >= before + 10 || undefined),
  );
  const database = familyOf(installation.postmaster());
  signal(database, 'SIGKILL');
  await gone(database);
  await booking;
  await installation.ready();
  const found = await untruthsOf(scene(), told);
  expect(
    found.filter((what) => /^Loose \d+ was acknowledged and is lost\.$/.test(what)),
  ).not.toEqual([]);
});

/** What people were told, and how long it took until calls were served again. */
function summaryOf(waits: ReadonlyMap<Kind, readonly number[]>): string {
  const done = `${told.booked.size} booked, ${told.paid.size} paid, ${told.cleared.size} cleared, ${told.collisions.size} collisions`;
  const lines = [...kills, ...troubles].flatMap((kind) => {
    const all = waits.get(kind)?.toSorted((a, b) => a - b);
    if (!all) return [];
    return `  ${kind}: ${all.length} times, ready again after ${all[all.length >> 1]} ms in the middle, ${all.at(-1)} ms at most`;
  });
  return [done, ...lines].join('\n');
}
