import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBooking } from '#contract/bookings.ts';
import { dueDayOf, readRulesOfTicket } from '#contract/modules/after-ticket/ticket-rules.ts';
import { giveDueDays } from '#server/modules/after-ticket/ticket-rules/first-days.ts';
import { compareRecords } from '#server/trail.ts';
import { aDispute } from '#tests/support/disputes.ts';
import { markPaid } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { booked } from '#tests/support/journey.ts';
import { captureOf } from '#tests/support/late-records.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { someRules, ticketRules } from '#tests/support/ticket-rules.ts';

let app: TestApp;
let admin: Person;
let second: Person;
let officer: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  second = await makePerson(app, 'state admin');
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
});
afterAll(() => app.stop());

const dueDayIs = async (id: string) =>
  (await admin.ok(readBooking, { params: { id } })).data.dueDay;

test('unpaid tickets of a time without rules get a due day once rules hold, by the first rules, once', async () => {
  const [id, paid, disputed] = [
    (await booked(officer))._id,
    (await booked(officer))._id,
    (await booked(officer))._id,
  ];
  await markPaid(app.db, paid);
  await aDispute(app, { booking: disputed });
  expect(await giveDueDays(app.db)).toBe(0);
  const both = { by: admin.id, decidedBy: second.id };
  await ticketRules(app, { ...both, days: 9 });
  expect(await giveDueDays(app.db)).toBe(0);
  await ticketRules(app, { ...both, days: 0 });
  // One that was made before the first rules and comes only now counts from their first day.
  const { _id: early } = await booked(officer, { capture: captureOf(40) });
  const due = dueDayOf(someRules, dayFromNow(0));
  expect(await dueDayIs(early)).toBe(due);

  const batches = await Promise.all([giveDueDays(app.db), giveDueDays(app.db)]);
  expect(batches.toSorted()).toEqual([0, 1]);
  expect(await Promise.all([id, paid, disputed].map(dueDayIs))).toEqual([due, null, null]);
  expect((await officer.ok(readRulesOfTicket, { params: { id } })).data).not.toBeNull();
  const rows = await app.db
    .selectFrom('audit')
    .select(['before', 'after', 'actor_role'])
    .where((eb) => eb.and({ record_id: id, event: 'booking.days-moved' }))
    .execute();
  expect(rows).toMatchObject([
    { actor_role: 'system', before: { dueDay: null }, after: { dueDay: due } },
  ]);
  expect((await compareRecords(app.db)).filter((finding) => finding.includes('due on'))).toEqual(
    [],
  );
  expect(await giveDueDays(app.db)).toBe(0);
});
