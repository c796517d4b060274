import { expect, test } from 'vitest';
import type { Booking } from '#contract/bookings.ts';
import {
  chosenOffences,
  idTaken,
  justPaid,
  ownBooking,
  whyNotCleared,
  whyNotWithdrawn,
  withdrawnAlready,
} from '#server/features/bookings/rules.ts';
import { listOffences } from '#server/features/offences/queries.ts';
import { refusal } from './refusals.ts';

const catalogue = listOffences();
const byDay = catalogue.find(({ perDay }) => perDay);
const once = catalogue.filter(({ perDay }) => !perDay).slice(0, 2);
const chosen = (...ids: (string | undefined)[]) =>
  refusal(
    chosenOffences(
      ids.map((id) => ({ id: id ?? '' })),
      catalogue,
    ),
  );

test('offences are those of the catalogue, each once unless it counts by the day', () => {
  const [first, second] = once;
  expect(chosen(second?.id, first?.id)).toEqual([second, first]);
  expect(chosen(byDay?.id, byDay?.id)).toEqual([byDay, byDay]);
  const refused = (sentence: string) => [400, 'invalid', sentence, { offence: sentence }];
  expect(chosen(first?.id, first?.id)).toEqual(refused(`${first?.id} is already on this booking.`));
  expect(chosen(first?.id, 'ZZZ-99')).toEqual(
    refused('ZZZ-99 is not in the catalogue of offences.'),
  );
});

const booking = { paid: false, completed: false, withdrawal: null } as Booking;
const withdrawn = { ...booking, withdrawal: { reason: 'So.' } } as Booking;

test('a booking is withdrawn once, and not when it is paid', () => {
  expect(whyNotWithdrawn(booking)).toBeNull();
  expect(whyNotWithdrawn(withdrawn)).toBe(withdrawnAlready);
  expect(refusal(whyNotWithdrawn({ ...booking, paid: true }))).toEqual([
    409,
    'paid',
    'This booking is paid, so it cannot be withdrawn.',
  ]);
});

test('187b: why a vehicle is not cleared is told', () => {
  const decided = null;
  expect(whyNotCleared({ ...booking, decided, paid: true })).toBeNull();
  expect(whyNotCleared({ ...booking, decided: new Date() })).toBeNull();
  expect(refusal(whyNotCleared({ ...withdrawn, decided }))).toEqual([
    409,
    'withdrawn',
    'This booking was withdrawn. Nothing is due on it, and nobody can change it.',
  ]);
  expect(refusal(whyNotCleared({ ...booking, decided, completed: true }))).toEqual([
    409,
    'already_completed',
    'This vehicle has already been cleared.',
  ]);
  expect(refusal(whyNotCleared({ ...booking, decided }))).toEqual([
    409,
    'not_paid',
    'The bill is not paid yet, so the vehicle cannot be cleared.',
  ]);
});

test('a refusal about a booking says what to do', () => {
  expect([idTaken, ownBooking, withdrawnAlready, justPaid].map(refusal)).toEqual([
    [409, 'id_taken', 'This booking could not be stored under its _id. Book again with a new _id.'],
    [
      403,
      'own_booking',
      'You cannot withdraw a booking that you made. Ask another zonal head or a state admin.',
    ],
    [409, 'already_withdrawn', 'This booking has already been withdrawn.'],
    [409, 'just_paid', 'This booking was just paid, so it cannot be withdrawn.'],
  ]);
});
