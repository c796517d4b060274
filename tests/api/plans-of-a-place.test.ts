// @module-tag night
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSecurityEvents } from '#contract/operations.ts';
import { readExceptions } from '#server/features/exceptions/queries.ts';
import { readLateRecords } from '#server/features/late-records/queries.ts';
import { securityEventsFor } from '#server/features/operations/queries.ts';
import { registerPage } from '#server/lists/register.ts';
import { callers, type Plans, openPlans } from '#tests/support/plans.ts';
import { makeBookings } from '../../bench/data.mjs';

let plans: Plans;

beforeAll(async () => {
  plans = await openPlans([]);
  await makeBookings(plans.ownerUrl, 40);
});
afterAll(() => plans.stop());

test('of a place, nothing that was settled or decided elsewhere is passed over', async () => {
  await plans.owner.query(`
    insert into payment_exceptions (id, kind, organisation, zone, demo, gateway, receipt,
      description, dedupe_key, found_at, closed_at)
    select '00' || lpad(n::text, 24, '0'), 'unknown bill', ${place}, false, 'paykaduna', '',
      'No booking has this bill.', n, ${at}, case when n % 50 > 0 then now() end
    from generate_series(1, 5000) as n;
    insert into late_records (id, officer, organisation, zone, demo, kind, label, made_at, asked_at,
      let_in, reason, decided_by, decided_at)
    select '00' || lpad(n::text, 24, '0'), 'officer-7', ${place}, false, 'booking', 'ABC-123DE',
      ${at} - interval '2 days', ${at}, decided, case when decided then 'No network' end,
      case when decided then 'officer-8' end, case when decided then now() end
    from generate_series(1, 5000) as n cross join lateral (
      select case when n % 50 > 0 then true end as decided) as state`);
  await plans.owner.query('analyze payment_exceptions, late_records');
  const page = { page: 1, limit: 10 };
  for (const caller of [callers['a zonal head'], callers['a state admin']]) {
    for (const state of ['open', 'proposed', 'settled'] as const)
      expect(
        await plans.passedOverBy(() =>
          registerPage(readExceptions, plans.db, caller.scope, { ...page, state }),
        ),
        `${state} exceptions of a ${caller.role}`,
      ).toBeLessThan(open);
    for (const state of ['waiting', 'decided'] as const)
      expect(
        await plans.passedOverBy(() =>
          registerPage(readLateRecords, plans.db, caller.scope, { ...page, state }),
        ),
        `${state} late records of a ${caller.role}`,
      ).toBeLessThan(open);
  }
});

test('of the security events of one organisation the newest are read, and so many are counted', async () => {
  await plans.owner.query(`
    insert into security_events (minute, kind, account, concerns, address, about, count)
    select now() - n * interval '1 minute', 'not allowed',
      case when n % 3 = 0 then '' when n % 3 = 1 then 'officer-7' else 'officer-8' end,
      case when n % 3 = 1 then 'officer-8' else '' end, '', n, 1
    from generate_series(1, 60000) as n`);
  await plans.owner.query('analyze security_events');
  const query = listSecurityEvents.query.parse({});
  const found = await securityEventsFor(plans.db, callers['a state admin'], query);
  expect(found).toMatchObject({ total: 10_000, more: true, within: 10_000 });
  expect(found.data.map(({ about }) => about)).toEqual([
    '1',
    '2',
    '4',
    '5',
    '7',
    '8',
    '10',
    '11',
    '13',
    '14',
  ]);
  const read = await plans.readOf('security_events', () =>
    securityEventsFor(plans.db, callers['a state admin'], query),
  );
  // Twice the ten thousand that are counted, and a few of nobody, of sixty thousand.
  expect(read).toBeLessThan(30_000);
});

/** Kaduna has few of these, and Zaria a third of them. */
const place = `case when n % 20 = 0 then 'Kaduna' else 'Ogun' end,
  case when n % 3 = 0 then 'Zaria' else 'Giwa' end`;
const at = `now() - n * interval '1 minute'`;
/** As many as are open of all: they are soon looked at. */
const open = 101;
