import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Booking, readBooking } from '#contract/bookings.ts';
import { type BillState, type CheckFinding, checkBooking, readBill } from '#contract/payments.ts';
import { readBooking as readAgain } from '#web/features/bookings/slice.ts';
import { answersNothing } from './support/answers.ts';
import type { FakeServer } from './support/fake-server.ts';
import { described, isClosed } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, anAnswer } from './support/records.ts';

async function openBooking(
  booking: Booking,
  path = '/bookings',
  prepare: (server: FakeServer) => void = () => undefined,
) {
  const { store, server } = openApp(`${path}?open=${booking._id}`, 'zonal head', (server) => {
    answersNothing(server);
    server.answer(readBooking, () => anAnswer(booking));
    server.answer(readBill, () => anAnswer(madeBill));
    prepare(server);
  });
  const detail = within(await screen.findByRole('dialog', { name: /^Booking/ }));
  await detail.findByRole('table', { name: 'Fines' });
  return Object.assign((name: string) => detail.getByRole('button', { name }), {
    detail,
    store,
    server,
  });
}

const madeBill: BillState = { is: 'made', billRef: 'BILL-1', gateway: true, matter: null };
const primary = () => document.querySelectorAll('[role="dialog"] [class*="primary"]');
const billed = aBooking({ billRef: 'BILL-1' });
const paid = aBooking({ ...billed, paid: true, paidAt: '2026-11-20T11:00:00.000Z' });
const cleared = aBooking({ ...paid, completed: true, completedAt: '2026-11-20T12:00:00.000Z' });

test('87, 187b, 189a: a billed booking offers Pay Bill and Check Status; Clear Vehicle waits for the payment', async () => {
  const action = await openBooking(billed, '/unpaid');
  expect(isClosed(action('Pay Bill'))).toBe(false);
  expect(isClosed(action('Check Status'))).toBe(false);
  expect(isClosed(action('Clear Vehicle'))).toBe(true);
});

test('187b, 189b: Pay Bill is closed once the bill is paid, and Clear Vehicle is open', async () => {
  const action = await openBooking(paid, '/paid');
  expect(isClosed(action('Pay Bill'))).toBe(true);
  expect(described(action('Pay Bill'))).toBe('The bill is paid.');
  expect(isClosed(action('Clear Vehicle'))).toBe(false);
});

test('192a: Clear Vehicle is closed once the vehicle is cleared', async () => {
  const action = await openBooking(cleared, '/completed');
  expect(isClosed(action('Clear Vehicle'))).toBe(true);
  expect(described(action('Clear Vehicle'))).toBe('The vehicle is cleared.');
});

const checked = (finding: CheckFinding) =>
  anAnswer({
    _id: billed._id,
    billRef: 'BILL-1',
    completed: false,
    finding,
    paid: finding.is === 'paid',
    checkedAt: '2026-11-20T11:00:00.000Z',
  });

test.each([
  ['paid', 'Payment Completed!'],
  ['not paid', 'Payment not yet Completed!'],
] as const)(
  '191a to 191c, 268b, 289a, 289b: Check Status reads the check of this booking, and of one that is %s it says %s',
  async (is, words) => {
    const action = await openBooking(billed, '/unpaid', (server) =>
      server.answer(checkBooking, () => checked({ is })),
    );
    fireEvent.click(action('Check Status'));
    expect((await action.detail.findAllByText(words)).length).toBeGreaterThan(0);
    expect(action.server.calls(checkBooking).map(({ params }) => params.id)).toEqual([billed._id]);
    const [other] = ['Payment Completed!', 'Payment not yet Completed!'].filter(
      (one) => one !== words,
    );
    expect(action.detail.queryByText(other ?? '')).toBeNull();
  },
);

test('what Check Status said goes when the payment arrives', async () => {
  let now = billed;
  const action = await openBooking(billed, '/unpaid', (server) => {
    server.answer(readBooking, () => anAnswer(now));
    server.answer(checkBooking, () => checked({ is: 'not paid' }));
  });
  fireEvent.click(action('Check Status'));
  const said = await action.detail.findByText('Payment not yet Completed!');
  now = paid;
  await act(async () => void (await readAgain(action.store.dispatch, billed._id)));
  await waitFor(() => expect(said.isConnected).toBe(false));
  expect(described(action('Pay Bill'))).toBe('The bill is paid.');
});

test('where other money came in for a bill, nobody is led to pay it again', async () => {
  const action = await openBooking(billed, '/unpaid', (server) =>
    server.answer(readBill, () => anAnswer({ ...madeBill, matter: 'other amount' as const })),
  );
  await action.detail.findByText(/shows a different amount/);
  expect(isClosed(action('Pay Bill'))).toBe(false);
  expect(described(action('Pay Bill'))).toMatch(/^Do not pay until a state admin/);
  expect([...primary()]).toEqual([]);
});

test('the officer who issued a ticket leads to their bookings for whoever may see them', async () => {
  const { detail } = await openBooking(billed);
  const officer = detail.getByRole('link', { name: billed.createdBy.name });
  expect(officer.getAttribute('href')).toBe(`/bookings?bookedBy=${billed.createdBy.id}`);
  cleanup();

  openApp(`/unpaid?open=${billed._id}`, 'operator', (server) => {
    answersNothing(server);
    server.answer(readBooking, () => anAnswer(billed));
    server.answer(readBill, () => anAnswer(madeBill));
  });
  const theirs = within(await screen.findByRole('dialog', { name: /^Booking/ }));
  await theirs.findByText(new RegExp(`^${billed.createdBy.name}, `));
  expect(theirs.queryByRole('link', { name: billed.createdBy.name })).toBeNull();
});
