// @module-tag night
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Deps } from '#server/deps.ts';
import { makeBill } from '#server/features/payments/bills.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { until } from '#tests/support/journey.ts';
import { partly } from '#tests/support/partly.ts';
import { openPlans, type Plans } from '#tests/support/plans.ts';
import { storeBookings } from '#tests/support/raw-bookings.ts';
import { makeBookings } from '../../bench/data.mjs';

let plans: Plans;

beforeAll(async () => {
  plans = await openPlans(['audit', 'bookings']);
  await makeBookings(plans.ownerUrl, 4_000);
});
afterAll(() => plans.stop());

const seal = async () => {
  const { rows } = await plans.owner.query<{ sealed: number }>('select seal_audit(1000) as sealed');
  return rows[0]?.sealed ?? 0;
};

test('what is to be sealed is found without reading what is sealed, also by a plan that was kept', async () => {
  const { owner, pretend } = plans;
  // An open transaction elsewhere in the same PostgreSQL holds sealing back.
  await until('the trail is sealed', async () => {
    while ((await seal()) > 0);
    const { rows } = await owner.query(
      `select from audit where xid > coalesce((select max(xid) from audit_seals), '0'::xid8)`,
    );
    return rows.length === 0;
  });
  const { rows: trail } = await owner.query('select from audit');
  expect(trail.length).toBeGreaterThan(10_000);
  await pretend(2_500);
  const sealedAgain = async () => {
    expect(await seal()).toBe(0);
    const { rows } = await owner.query<{ read: string }>(
      `select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
       from pg_stat_xact_user_tables where relname = 'audit'`,
    );
    return Number(rows[0]?.read);
  };
  await owner.query('begin; set local plan_cache_mode = force_generic_plan');
  const before = await sealedAgain();
  const after = await sealedAgain();
  await owner.query('rollback');
  expect(after - before).toBe(0);
});

test('a booking whose bill is asked for is found by its id, however many others have no bill', async () => {
  await plans.pretend(2_500);
  const { id: officer } = await makeAccount(plans.db, 'booking officer');
  const [id = ''] = await storeBookings(
    plans.db,
    officer,
    Array.from({ length: 300 }, () => ({})),
  );
  // Where an organisation has no gateway, nothing else is asked of them.
  const gateways = partly<Deps['gateways']>({ of: () => null });
  const passedOver = await plans.passedOverBy(() =>
    makeBill(partly<Deps>({ db: plans.db, gateways }), id),
  );
  expect(passedOver).toBe(0);
});
