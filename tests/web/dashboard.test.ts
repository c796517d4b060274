import { expect, test } from 'vitest';
import { bookingFields, each } from '#contract/booking-fields.ts';
import type { Booking } from '#contract/bookings.ts';
import { chosenOrganisation, organisationChoices } from '#web/app/dashboard-address.ts';
import { createStore } from '#web/app/store.ts';
import { mayOpenRecord } from '#web/features/activities/activity-rules.tsx';
import { firstName } from '#web/features/bookings/booking-words.ts';
import { latest } from '#web/features/bookings/feed/use-feed.ts';
import { bookingAdded, bookingHeard } from '#web/features/bookings/slice.ts';
import { longDateOf } from '#web/format/time.ts';

const booking: Booking = {
  _id: '01K0000000AAAAAAAAAAAAAAAA',
  billRef: null,
  paid: false,
  completed: false,
  createdAt: '2026-11-20T13:32:00.000Z',
  createdBy: { id: 'U1', name: 'Aisha Bello', role: 'booking officer' },
  paidAt: null,
  receipt: '',
  completedAt: null,
  completedBy: null,
  withdrawal: null,
  decision: null,
  version: 1,
  correctedAt: null,
  shownVersion: null,
  dueDay: null,
  replaces: '',
  replacedBy: '',
  organisation: 'Kaduna',
  demo: false,
  ...each(bookingFields, ''),
  license: 'KAD48271AA12',
  name: 'Musa Danladi',
  registration: 'ABC-123DE',
  zone: 'Zaria',
  offence: [],
  laws: [],
  confiscations: [],
  price: 12_000,
  position: null,
  signature: '',
  captured: null,
};
const paid: Booking = { ...booking, billRef: '117', paid: true };
const cleared: Booking = { ...paid, completed: true };

test('a booking of the feed is titled with the first word of the name', () => {
  expect(firstName(booking)).toBe('Musa');
  expect(firstName({ ...booking, name: '  Ngozi   Eze' })).toBe('Ngozi');
  expect(firstName({ ...booking, name: '' })).toBe('ABC-123DE');
});

test('the feed holds the latest 12, newest first', () => {
  const minute = (at: number) => ({
    ...booking,
    _id: `B${at}`,
    createdAt: `2026-11-20T13:${String(at).padStart(2, '0')}:00.000Z`,
  });
  const shuffled = [7, 3, 13, 1, 9, 5, 11, 2, 14, 8, 4, 12, 6, 10].map(minute);
  expect(latest(shuffled).map(({ _id }) => _id)).toEqual(
    [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((at) => `B${at}`),
  );
});

test('what is heard renews a booking where it stands, and never takes it back', () => {
  const store = createStore();
  const shown = () => store.getState().booking.all[0];
  store.dispatch(bookingAdded(booking));
  store.dispatch(bookingHeard(cleared));
  expect(shown()).toEqual(cleared);
  store.dispatch(bookingHeard(paid));
  expect(shown()).toEqual(cleared);
  store.dispatch(bookingHeard({ ...booking, _id: 'another' }));
  expect(store.getState().booking.all).toHaveLength(1);
});

test('a booking heard of twice is in the feed once', () => {
  const store = createStore();
  store.dispatch(bookingAdded(booking));
  store.dispatch(bookingAdded(booking));
  expect(store.getState().booking.all).toEqual([booking]);
});

test('all four organisations are shown, and those out of scope cannot be chosen', () => {
  expect(organisationChoices({ state: 'Lagos' })).toEqual([
    { value: 'Kaduna', disabled: true },
    { value: 'Ogun', disabled: true },
    { value: 'Lagos FRSC', disabled: false },
    { value: 'Abuja FRSC', disabled: true },
  ]);
  expect(organisationChoices({ state: null }).some(({ disabled }) => disabled)).toBe(false);
});

test('the address chooses the organisation, within the scope', () => {
  expect(chosenOrganisation('Ogun', { state: null })).toBe('Ogun');
  expect(chosenOrganisation('Ogun', { state: 'Lagos' })).toBe('Lagos FRSC');
  expect(chosenOrganisation(undefined, { state: null })).toBe('Kaduna');
});

test('an activity opens its record only for a role that may see it', () => {
  const of = (type: 'booking' | 'collision' | 'user', event: string) => ({
    event,
    record: { type, id: '1' },
  });
  expect(mayOpenRecord('operator', of('booking', 'booking.made'))).toBe(true);
  expect(mayOpenRecord('operator', of('booking', 'booking.paid'))).toBe(false);
  expect(mayOpenRecord('operator', of('collision', 'collision.recorded'))).toBe(true);
  expect(mayOpenRecord('booking officer', of('user', 'user.added'))).toBe(false);
  expect(mayOpenRecord('observer', of('user', 'user.added'))).toBe(true);
});

test('the date of the figures is written out, in Lagos', () => {
  expect(longDateOf('2026-11-20T13:36:00Z')).toBe('Friday 20 November 2026');
});
