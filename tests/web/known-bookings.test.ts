import { expect, test } from 'vitest';
import type { PaymentCheck } from '#contract/payments.ts';
import { aBooking } from '#tests/screens/support/records.ts';
import { knownBooking, withNews } from '#web/features/bookings/known-bookings.ts';

const issued = aBooking({ billRef: null });
const billed = aBooking({ ...issued, billRef: 'BILL-1' });
const paid = aBooking({ ...billed, paid: true, paidAt: '2026-11-20T11:00:00.000Z' });
const another = aBooking({ _id: '01K0000000ANOTHER000000000' });

const check: PaymentCheck = {
  _id: issued._id,
  billRef: 'BILL-1',
  paid: true,
  completed: false,
  checkedAt: '2026-11-20T11:00:00.000Z',
  finding: { is: 'paid' },
};

test('a booking is known as it was last read, else as its row in the list', () => {
  const held = { all: [issued, another], update: paid };
  expect(knownBooking(held, issued._id)).toBe(paid);
  expect(knownBooking(held, another._id)).toBe(another);
  expect(knownBooking({ all: [], update: paid }, another._id)).toBeUndefined();
});

test('what is learned of a booking reaches its row and its record, and no other', () => {
  expect(withNews({ all: [another, issued], update: billed }, paid)).toEqual({
    all: [another, paid],
    update: paid,
  });
  const elsewhere = { all: [another], update: another };
  expect(withNews(elsewhere, paid)).toBe(elsewhere);
});

test('an answer that is older than what is known takes nothing back', () => {
  const held = { all: [paid], update: paid };
  expect(withNews(held, billed)).toBe(held);
  expect(withNews(held, { ...check, billRef: null, paid: false })).toEqual(held);
});

test('a check adds the bill and the payment that it found, and leaves the rest', () => {
  const { all, update } = withNews({ all: [issued], update: issued }, check);
  expect(all).toEqual([{ ...issued, billRef: 'BILL-1', paid: true }]);
  expect(update).toEqual(all[0]);
});
