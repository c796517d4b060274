import { sql } from 'kysely';
import { expect } from 'vitest';
import { sweepBookings } from '#contract/payments.ts';
import { closePools, openPools } from '#server/db/database.ts';
import { takeBillsOf } from '#server/features/payments/bill-watch.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { until } from '#tests/support/journey.ts';
import { test as base } from '#tests/support/scene.ts';

/** As an installation before its gateway is set up. */
const test = base
  .extend('env', { DEMO: 'off' })
  .extend('pools', { scope: 'file' }, ({ app }, { onCleanup }) => {
    const patient = { readTimeoutMs: 60_000, reportTimeoutMs: 60_000 };
    const pools = openPools(app.ownerUrl, { databasePooler: false, ...patient });
    onCleanup(() => closePools(pools));
    return pools;
  });

test.for(['db', 'reading', 'reports'] as const)(
  'in %s nothing is in an empty list, and everything is outside of it',
  async (name, { app, pools }) => {
    await makeAccount(app.db, 'observer');
    const users = pools[name].selectFrom('users').select('id');
    const all = await users.execute();
    expect(all.length).toBeGreaterThan(0);
    expect(await users.where('id', 'in', []).execute()).toEqual([]);
    expect(await users.where('id', 'not in', []).execute()).toHaveLength(all.length);
    expect(
      await users
        .where((eb) => eb.or([eb('id', 'in', []), sql<boolean>`false`, eb('role', 'in', [])]))
        .execute(),
    ).toEqual([]);
    expect(
      await pools[name]
        .selectFrom(users.where('id', 'in', []).as('none'))
        .selectAll()
        .execute(),
    ).toEqual([]);
  },
);

test('an empty list changes and removes nothing', async ({ pools }) => {
  const { db } = pools;
  const changed = await db
    .updateTable('users')
    .set({ username: 'nobody' })
    .where('id', 'in', [])
    .executeTakeFirstOrThrow();
  expect(changed.numUpdatedRows).toBe(0n);
  const removed = await db.deleteFrom('sessions').where('id', 'in', []).executeTakeFirstOrThrow();
  expect(removed.numDeletedRows).toBe(0n);
});

test('without any gateway the sweep that Unpaid asks for ends well, and takes no bill', async ({
  app,
  officer,
  pools,
}) => {
  await officer.ok(sweepBookings);
  const sweeps = (state: string) =>
    asOwner(app, `select from pgboss.job where name = 'sweep-bills' and state = '${state}'`);
  await until('the sweep is over', async () => (await sweeps('completed')).length > 0);
  expect(await sweeps('retry')).toEqual([]);
  expect(await sweeps('failed')).toEqual([]);
  const deps = { db: pools.db, gateways: { all: [] }, config: { demo: false } };
  const none = await takeBillsOf(deps as never, { organisation: 'Kaduna', zone: null });
  expect(none).toEqual([]);
});
