import { sql } from 'kysely';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#tests/support/factories.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let [officer, head, booking] = ['', '', ''];

beforeAll(async () => {
  app = await startTestApp();
  officer = (await makeAccount(app.db, 'booking officer')).id;
  head = (await makeAccount(app.db, 'zonal head')).id;
  booking = await storeBooking(app.db, officer, {});
});
afterAll(() => app.stop());

const place = () => sql`'Kaduna', 'Zaria', false`;

test.each([
  [
    'holds',
    () => sql`insert into holds (id, booking_id, organisation, zone, demo, for_whom, reason, set_by)
      values (${ulid()}, ${booking}, ${place()}, 'High Court', 'Suit KD/7', ${officer})`,
    () => sql`update holds set lifted_by = ${head}, lifted_at = now(), lift_reason = 'It is over.'`,
    () => sql`update holds set lift_reason = 'It never was.'`,
  ],
  [
    'mistakes',
    () => sql`insert into mistakes (id, booking_id, organisation, zone, demo, reason, reported_by)
      values (${ulid()}, ${booking}, ${place()}, 'Wrong plate.', ${officer})`,
    () => sql`update mistakes set outcome = 'left', answer = 'It is right.', decided_by = ${head},
      decided_at = now()`,
    () => sql`update mistakes set answer = 'It is wrong.'`,
  ],
  [
    'late_records',
    () => sql`insert into late_records (id, kind, organisation, zone, demo, officer, label, made_at)
      values (${ulid()}, 'collision', ${place()}, ${officer}, 'PZ roundabout', now())`,
    () => sql`update late_records set let_in = false, decided_by = ${head}, decided_at = now(),
      reason = 'It is too late.'`,
    () => sql`update late_records set let_in = true, reason = 'It is in time.'`,
  ],
])(
  'a row of %s is decided once, also for the application itself',
  async (table, make, once, again) => {
    await make().execute(app.db);
    // The owner needs no row of the trail beside it.
    await once().execute(app.owner);
    await expect(again().execute(app.db)).rejects.toThrow(
      new RegExp(`^Row .* of ${table} was decided already`),
    );
  },
);
