import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Booking, readBooking } from '#contract/bookings.ts';
import { answersNothing } from './support/answers.ts';
import { described, isClosed } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, anAnswer } from './support/records.ts';

async function openBooking(booking: Booking, path = '/bookings') {
  openApp(`${path}?open=${booking._id}`, 'zonal head', (server) => {
    answersNothing(server);
    server.answer(readBooking, () => anAnswer(booking));
  });
  const detail = within(await screen.findByRole('dialog', { name: /^Booking/ }));
  await detail.findByRole('table', { name: 'Fines' });
  return (name: string) => detail.getByRole('button', { name });
}

const billed = aBooking({ billRef: 'BILL-1' });
const paid = aBooking({ ...billed, paid: true, paidAt: '2026-11-20T11:00:00.000Z' });
const cleared = aBooking({ ...paid, completed: true, completedAt: '2026-11-20T12:00:00.000Z' });

test('a billed booking offers Pay Bill and Check Status; Clear Vehicle waits for the payment', async () => {
  const action = await openBooking(billed, '/unpaid');
  expect(isClosed(action('Pay Bill'))).toBe(false);
  expect(isClosed(action('Check Status'))).toBe(false);
  expect(isClosed(action('Clear Vehicle'))).toBe(true);
});

test('Pay Bill is closed once the bill is paid, and Clear Vehicle is open', async () => {
  const action = await openBooking(paid, '/paid');
  expect(isClosed(action('Pay Bill'))).toBe(true);
  expect(described(action('Pay Bill'))).toBe('The bill is paid.');
  expect(isClosed(action('Clear Vehicle'))).toBe(false);
});

test('Clear Vehicle is closed once the vehicle is cleared', async () => {
  const action = await openBooking(cleared, '/completed');
  expect(isClosed(action('Clear Vehicle'))).toBe(true);
  expect(described(action('Clear Vehicle'))).toBe('The vehicle is cleared.');
});
