import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOptOut } from '#contract/modules/after-ticket/messages.ts';
import { exportPerson } from '#contract/person-files.ts';
import { asOwner, markPaid } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { aHold } from '#tests/support/holds.ts';
import { billed, booked } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { aRefund } from '#tests/support/refunds.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

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

test('the file about a person holds what was to do, given back, held, reported and not to be sent', async () => {
  const phoneNo = '0803 555 0188';
  const { _id: id } = await booked(officer, { phoneNo, offence: [{ id: 'VDF-01' }] });
  await billed(officer, id);
  await markPaid(app.db, id);
  const both = { by: admin.id, decidedBy: second.id };
  await aRefund(app, { booking: id, naira: 500, day: dayFromNow(0), ...both });
  await aHold(app, { booking: id, by: admin.id });
  await admin.ok(changeOptOut, {
    params: { id },
    body: { optedOut: true, reason: 'Asked for it.' },
  });
  await asOwner(
    app,
    `insert into mistakes (id, booking_id, organisation, zone, demo, reason, reported_by)
     select id, id, organisation, zone, demo, 'The colour is wrong.', created_by
     from bookings where id = $1`,
    [id],
  );
  const { body } = await admin.call(exportPerson, { body: { of: 'phone', value: phoneNo } });
  expect(JSON.parse(body as string)).toMatchObject({
    obligations: [{ booking: id, state: 'open' }],
    refunds: [{ booking: id, kobo: 50_000, reason: 'Suit KDH/412.' }],
    holds: [{ booking: id, forWhom: 'High Court 4', liftedAt: null }],
    mistakes: [{ booking: id, reason: 'The colour is wrong.', outcome: null }],
    optOuts: [{ organisation: 'Kaduna', reason: 'Asked for it.' }],
  });
});
