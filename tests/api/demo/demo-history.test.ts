import { expect, test } from 'vitest';
import { newBookingSchema } from '#contract/new-bookings.ts';
import { stateOfOrganisation } from '#contract/places.ts';
import { type DemoBooking, demoHistory } from '#server/demo/bookings.ts';
import { demoCourt, paidBeforePlea } from '#server/demo/court.ts';
import { demoMessages } from '#server/demo/messages.ts';
import { demoObligations } from '#server/demo/obligations.ts';
import { demoRefunds } from '#server/demo/refunds.ts';
import { offenceById } from '#server/features/offences/queries.ts';
import { areasOf } from '#server/features/places/queries.ts';

const now = new Date('2026-03-03T14:20:00Z');

test('every booking is one that the booking form could have sent', () => {
  for (const { body, offences, organisation } of demoHistory(now, offenceById)) {
    expect(newBookingSchema.parse(body)).toEqual(body);
    expect(areasOf(stateOfOrganisation(organisation))).toContain(body.zone);
    const once = offences.filter(({ perDay }) => !perDay);
    expect(new Set(once).size).toBe(once.length);
    expect(offences.length).toBeLessThanOrEqual(3);
    if (body.registration !== '') expect(body.registration).toMatch(/^[A-Z]{3}-\d{3}[A-Z]{2}$/);
    if (body.license !== '') expect(body.license).toMatch(/^[A-Z]{3}\d{5}[A-Z]{2}\d{2}$/);
  }
});

test('within a week the history only grows', () => {
  const monday = demoHistory(new Date('2026-03-02T08:00:00Z'), offenceById);
  const friday = demoHistory(new Date('2026-03-06T19:00:00Z'), offenceById);
  expect(friday.length).toBeGreaterThan(monday.length);
  expect(friday.slice(0, monday.length).map(({ id }) => id)).toEqual(monday.map(({ id }) => id));
});

test.each([
  '2026-02-28T12:00:00Z',
  '2026-10-25T01:30:00Z',
  '2026-12-31T23:30:00Z',
  '2027-01-31T23:30:00Z',
  '2028-02-29T05:00:00Z',
])('what is drawn does not follow the calendar: on %s it is what it was in another year', (at) => {
  const year = 364 * 86_400_000;
  const drawn = (date: Date) =>
    demoHistory(date, offenceById).map(({ body, id, madeBy, billRef }) => [
      id.slice(10),
      madeBy.email,
      billRef,
      // Drivers are as old as they were.
      { ...body, dob: '' },
    ]);
  expect(drawn(new Date(at))).toEqual(drawn(new Date(Date.parse(at) - 3 * year)));
});

test('the numbers and the shares stay in bounds on any day', () => {
  for (const day of ['2026-01-01T05:00:00Z', '2026-06-14T12:00:00Z', '2027-02-28T22:59:00Z']) {
    const history = demoHistory(new Date(day), offenceById);
    expect(history.length).toBeGreaterThan(2_200);
    expect(history.length).toBeLessThan(2_600);
    expect(new Set(history.map(({ billRef }) => billRef)).size).toBe(history.length);
    const unpaid = history.filter(({ paidAt, body }) => !paidAt && body.zone === 'Zaria');
    expect(unpaid.length).toBeGreaterThan(25);
    expect(unpaid.length).toBeLessThan(65);
    for (const { madeAt, paidAt, clearedAt } of history) {
      if (clearedAt) expect(clearedAt > (paidAt ?? clearedAt)).toBe(true);
      if (paidAt) expect(paidAt > madeAt).toBe(true);
      expect(Math.max(Number(madeAt), Number(paidAt), Number(clearedAt))).toBeLessThanOrEqual(
        Date.parse(day),
      );
    }
  }
});

test('on any day something of each kind follows tickets', () => {
  for (const day of ['2026-01-01T05:00:00Z', '2026-06-14T12:00:00Z', '2027-02-28T22:59:00Z']) {
    const at = new Date(day);
    const drawn = paidBeforePlea(demoHistory(at, offenceById), at);
    const handled = drawn.map((booking) => ({
      ...booking,
      madeById: 'maker',
      clearedById: 'clearer',
      paymentSeenById: null,
      receipt: '00000001',
      judgeId: 'judge',
      adminId: 'admin',
      formerAdminId: 'former',
    }));
    const { batches, cases, decisions } = demoCourt(handled, at);
    expect(batches.length).toBeGreaterThan(5);
    const paid = new Set(drawn.filter(({ paidAt }) => paidAt).map(({ id }) => id));
    expect(cases.filter((one) => paid.has(one.booking_id)).length).toBeGreaterThan(0);
    expect(decisions.length).toBeGreaterThan(8);
    const today = at.toISOString().slice(0, 10);
    const hearings = cases.map((one) => one.hearing_day ?? '');
    expect(hearings.filter((one) => one > today).length).toBeGreaterThan(0);
    expect(hearings.filter((one) => one === '').length).toBeGreaterThan(0);

    const messages = handled.flatMap((one) => demoMessages(one, at));
    expect(new Set(messages.map(({ row }) => row.state))).toEqual(
      new Set(['delivered', 'accepted', 'unreachable', 'blocked', 'stopped']),
    );
    expect(handled.flatMap((one) => demoRefunds(one, at)).length).toBeGreaterThan(2);
    const ended = handled.flatMap((one) => demoObligations(one, at)).map(({ state }) => state);
    for (const state of ['done', 'waived', 'waiver asked', 'void']) expect(ended).toContain(state);
  }
});

test('some vehicles and drivers come back, as they were, more often those for hire', () => {
  for (const day of ['2026-01-01T05:00:00Z', '2026-06-14T12:00:00Z', '2027-02-28T22:59:00Z']) {
    const history = demoHistory(new Date(day), offenceById);
    const plates = byNumber(history, ({ body }) => body.registration);
    const regulars = [...plates.values()].filter((bookings) => bookings.length > 1);
    expect(regulars.length / plates.size).toBeGreaterThan(0.045);
    expect(regulars.length / plates.size).toBeLessThan(0.08);
    for (const bookings of regulars) {
      expect(bookings.length).toBeLessThanOrEqual(6);
      const same = bookings.map(({ body: { make, model, color, vehicleType, vin } }) =>
        [make, model, color, vehicleType, vin].join(),
      );
      expect(new Set(same).size).toBe(1);
    }
    const forHire = regulars.filter(([first]) => /[XQ].$/.test(first?.body.registration ?? ''));
    expect(forHire.length).toBeGreaterThan(regulars.length / 2);
    const owing = regulars.filter((all) => all.filter(({ paidAt }) => !paidAt).length > 1);
    expect(owing.length).toBeGreaterThan(4);

    const sameDriver = regulars.filter((all) => new Set(all.map(({ body }) => body.name)).size < 2);
    expect(sameDriver.length).toBeGreaterThan(regulars.length * 0.7);
    for (const numberOf of [phoneOf, licenceOf])
      for (const bookings of byNumber(history, numberOf).values()) {
        const people = bookings.map(({ body: { name, dob, license, phoneNo } }) =>
          [name, dob, license, phoneNo].join(),
        );
        expect(new Set(people).size).toBe(1);
      }
  }
});

const phoneOf = ({ body }: DemoBooking) => body.phoneNo;
const licenceOf = ({ body }: DemoBooking) => body.license;

/** The bookings of each plate, licence or phone that was given. */
function byNumber(history: readonly DemoBooking[], numberOf: (booking: DemoBooking) => string) {
  return Map.groupBy(
    history.filter((booking) => numberOf(booking) !== ''),
    numberOf,
  );
}
