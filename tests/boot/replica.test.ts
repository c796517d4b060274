// @module-tag night
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import {
  closeDatabase,
  closePools,
  type Database,
  openDatabase,
  openPools,
  type Pools,
} from '#server/db/database.ts';
import { asOneRead, onPrimary, withinTime } from '#server/db/reading/one-read.ts';
import { type LogPosition, readLogPosition } from '#server/db/reading/positions.ts';
import { prepared } from '#server/db/reading/prepared.ts';
import { log } from '#server/process/log.ts';
import { until } from '#tests/support/journey.ts';
import { cloneDatabase } from '#tests/support/template.ts';

/** The primary stands for its own replica: under this name its connections are told apart. */
const clone = await cloneDatabase();
const other = await cloneDatabase();
const named = `${clone.appUrl}?application_name=replica`;
const limits = { readTimeoutMs: 60_000, reportTimeoutMs: 60_000, databasePooler: false };
const open: Pools[] = [];
afterAll(async () => {
  await Promise.all(open.map(closePools));
  await Promise.all([clone.drop(), other.drop()]);
});

function pools(settings: Partial<Parameters<typeof openPools>[1]>): Pools {
  const opened = openPools(clone.appUrl, { ...limits, ...settings });
  open.push(opened);
  return opened;
}

async function nameOf(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    ${prepared} select current_setting('application_name') as name`.execute(db);
  return rows[0]?.name ?? '';
}

const reading = <T>(work: () => Promise<T>, mustSee?: LogPosition): Promise<T> =>
  asOneRead({ signal: new AbortController().signal, mustSee }, work);

test('a read goes to the replica once it is known to be near, a change and a job to the primary', async () => {
  const opened = pools({ databaseReadUrl: named });
  const { db, reading: lists, reports, positionNow } = opened;
  const isReplica = async () => (await reading(() => nameOf(lists))) === 'replica';
  await until('the replica serves', isReplica);
  expect(opened.isReplicaBehind?.()).toBe(false);
  expect(await reading(() => nameOf(reports))).toBe('replica');
  expect(await reading(() => nameOf(db))).toBe('hanya');
  expect(await nameOf(lists)).toBe('hanya');
  expect(await reading(() => onPrimary(() => nameOf(lists)))).toBe('hanya');

  const now = readLogPosition((await positionNow?.()) ?? '');
  expect(await reading(() => nameOf(lists), now)).toBe('replica');
});

test.each([1n << 40n, 2n ** 62n, 2n ** 64n - 1n])(
  'a position that the primary has not reached (%s) asks nothing of it',
  async (madeUp) => {
    const { reading: lists } = pools({ databaseReadUrl: named });
    const isReplica = async () => (await reading(() => nameOf(lists))) === 'replica';
    await until('the replica serves', isReplica);
    expect(await reading(() => nameOf(lists), madeUp)).toBe('replica');
  },
);

test.each([
  ['a read', <T>(work: () => Promise<T>) => work()],
  [
    'a read that begins with a part that is timed',
    <T>(work: () => Promise<T>) => withinTime(60_000, work),
  ],
])('%s whose replica ends under it is done once more on the primary', async (_, first) => {
  const { db, reading: lists } = pools({ databaseReadUrl: named });
  await until('the replica serves', async () => (await reading(() => nameOf(lists))) === 'replica');
  const tried: string[] = [];
  const name = await reading(async () => {
    await first(async () => {
      tried.push(await nameOf(lists));
      if (tried.length === 1)
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(lists);
    });
    return nameOf(lists);
  });
  expect(tried).toEqual(['replica', 'hanya']);
  expect(name).toBe('hanya');
  expect(await nameOf(db)).toBe('hanya');
});

test('a replica that is away takes nothing from anybody', async () => {
  const away = new URL(named);
  away.port = '1';
  const { reading: lists, isReplicaBehind } = pools({ databaseReadUrl: away.href });
  expect(await reading(() => nameOf(lists))).toBe('hanya');
  expect(isReplicaBehind?.()).toBe(true);
});

test('another database, whose log may well be further, takes no reads', async () => {
  const owner = openDatabase(other.ownerUrl, { max: 1 });
  await owner.updateTable('installation').set({ epoch: 'another' }).execute();
  await closeDatabase(owner);
  const errors = vi.spyOn(log, 'error').mockReturnValue();
  const { reading: lists } = pools({ databaseReadUrl: `${other.appUrl}?application_name=replica` });
  await until('it is noticed', async () => {
    expect(await reading(() => nameOf(lists))).toBe('hanya');
    return errors.mock.calls.length > 0;
  });
  expect(errors).toHaveBeenCalledOnce();
  errors.mockRestore();
});

test('behind a pooler a read is cut off at its time, and nothing is left in the connection', async () => {
  const { reading: lists, db } = pools({ databasePooler: true, readTimeoutMs: 100 });
  await expect(sql`select pg_sleep(60)`.execute(lists)).rejects.toMatchObject({ code: '57014' });
  await nameOf(lists);
  const state = sql<{ kept: number; limits: string[] }>`
    select (select count(*)::int from pg_prepared_statements) as kept,
      array(select setting from pg_settings where name in
        ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')) as limits`;
  for (const pool of [lists, db]) {
    const { rows } = await state.execute(pool);
    expect(rows).toEqual([{ kept: 0, limits: ['0', '0', '0'] }]);
  }
});
