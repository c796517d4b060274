import { expect, test } from 'vitest';
import { narrationOf, whyNotBillOf } from '#server/features/payments/rules.ts';
import type { FoundBill } from '#server/gateways/payment-gateway.ts';

const id = '01K9ZQ4N5T8XJ2M3W7RCVB6HDE';
const other = '01K9ZQ4N5T0000000000000000';
const booking = {
  id,
  priceKobo: 1_200_000,
  lines: [
    { code: '120', name: 'No licence', amountKobo: 500_000 },
    { code: '130', name: 'No plate', amountKobo: 700_000 },
  ],
};
/** As the gateway shows a bill that it made for us before bills named their tickets. */
const unnamed: FoundBill = {
  outcome: 'bill',
  amountKobo: 1_200_000,
  isPaid: false,
  bookingId: null,
  narration: 'No licence',
  items: [
    { code: '130', amountKobo: 700_000 },
    { code: '120', amountKobo: 500_000 },
  ],
};
const named = { ...unnamed, narration: narrationOf('No licence', id) };

test.each<[string, FoundBill]>([
  ['names its ticket', named],
  ['names its ticket and is paid', { ...named, isPaid: true }],
  ['has a reference with its id', { ...named, narration: '', items: [], bookingId: id }],
  ['is for the same heads, says the same and is unpaid', unnamed],
])('a bill that %s can be the booking’s', (_which, found) => {
  expect(whyNotBillOf(found, booking)).toBeUndefined();
});

test.each<[string, FoundBill, string]>([
  [
    'is of another price',
    { ...named, amountKobo: 1_200_001 },
    'The amount of this bill is different from the booking’s price.',
  ],
  [
    'names another ticket',
    { ...named, narration: narrationOf('No licence', other) },
    'This bill is for another booking.',
  ],
  [
    'has a reference with another id',
    { ...named, narration: '', items: [], bookingId: other },
    'This bill is for another booking.',
  ],
  [
    'is for another revenue head',
    { ...unnamed, items: [{ code: '120', amountKobo: 1_200_000 }] },
    'This bill is for something other than the booking.',
  ],
  [
    'says something else',
    { ...unnamed, narration: 'Driving licence' },
    'This bill is for something other than the booking.',
  ],
  [
    'shows neither heads nor a narration',
    { ...unnamed, narration: '', items: [] },
    'This bill is for something other than the booking.',
  ],
  [
    'is paid and names no ticket',
    { ...unnamed, isPaid: true },
    'This bill is already paid, and nothing on it shows that it belongs to this booking.',
  ],
])('a bill that %s cannot', (_which, found, why) => {
  expect(whyNotBillOf(found, booking)).toBe(why);
});
