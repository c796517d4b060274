import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBooking } from '#contract/bookings.ts';
import { decideLateRecord } from '#contract/late-records.ts';
import { obligationRegister } from '#contract/modules/after-ticket/obligations.ts';
import { dueDayOf, obligationDueDay } from '#contract/modules/after-ticket/ticket-rules.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { movedBy } from '#contract/periods.ts';
import { dayOf } from '#server/time.ts';
import { aBooking } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { captureOf } from '#tests/support/late-records.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { someRules, ticketRules } from '#tests/support/ticket-rules.ts';

let app: TestApp;
let officer: Person;
let head: Person;

/** The rules of the day on which the late tickets are made, before others. */
const rules = { ...someRules, daysToPay: 10 };

beforeAll(async () => {
  app = await startTestApp();
  const [one, other] = [await makePerson(app, 'state admin'), await makePerson(app, 'state admin')];
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  const both = { by: one.id, decidedBy: other.id };
  await ticketRules(app, { ...both, days: -90, rules });
  await ticketRules(app, { ...both, days: -5, rules: { daysToPay: 20 } });
});
afterAll(() => app.stop());

const offence = [{ id: 'VDF-01' }];
const daysOf = async (id: string) => {
  const { data } = await head.ok(readBooking, { params: { id } });
  const { data: obligations } = await head.ok(obligationRegister.list, { query: { booking: id } });
  return [data.dueDay, obligations[0]?.dueDay];
};
const expected = (from: string) => [
  dueDayOf(rules, from),
  obligationDueDay(rules, 'repairs', from),
];

test('the days of a ticket that a superior lets in count from its arrival, by the rules of its own day', async () => {
  const body = aBooking({ _id: ulid(), offence, capture: captureOf(40 * 24) });
  const id = body._id ?? '';
  await officer.call(createBooking, { body });
  const letIn = { letIn: true, reason: 'A bridge was away.' };
  await head.ok(decideLateRecord, { params: { id }, body: letIn });
  await officer.ok(createBooking, { body });
  expect(await daysOf(id)).toEqual(expected(dayFromNow(0)));
  const page = await (await fetch(`${app.url}/t/${await ticketCodeOf(app.db, id)}`)).text();
  expect(page).not.toContain('Overdue');
  expect(page).toContain(dueDayOf(rules, dayFromNow(0)));
});

test('the days of a ticket that came in time count from its own day', async () => {
  const hours = 50;
  const made = dayOf(new Date(Date.now() - hours * 3_600_000));
  const body = aBooking({ _id: ulid(), offence, capture: captureOf(hours) });
  await officer.ok(createBooking, { body });
  const late = { ...rules, daysToPay: 20 };
  expect(await daysOf(body._id ?? '')).toEqual([
    dueDayOf(late, made),
    obligationDueDay(late, 'repairs', made),
  ]);
  expect(made < movedBy(dayFromNow(0), 0)).toBe(true);
});
