import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { withdrawBooking } from '#contract/booking-corrections.ts';
import { type Booking, listBookings, readBooking } from '#contract/bookings.ts';
import { yearBefore } from '#contract/day-range.ts';
import type { Role } from '#contract/roles.ts';
import { listWithdrawals } from '#contract/statistics.ts';
import type { User } from '#contract/users.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, amina, bookingsOf, shownPlates } from './support/rows.ts';

const action = () => screen.queryByRole('button', { name: 'Withdraw booking' });

/** A booking that is open over the unpaid ones; `now` is what the server says of it. */
function openOne(as: Role | Partial<User>, now: { booking: Booking }) {
  return openApp(`/unpaid?open=${now.booking._id}`, as, (server) => {
    server.answer(listBookings, ({ query }) => bookingsOf([now.booking], query));
    server.answer(readBooking, () => ({ success: true as const, data: now.booking }));
    server.answer(withdrawBooking, () => ({
      status: 409,
      error: 'This booking is paid, so it cannot be withdrawn.',
    }));
  });
}

test('a booking that was paid meanwhile is not withdrawn, and the screen says so', async () => {
  const now = { booking: aBooking(2) };
  const { user, server } = openOne('zonal head', now);
  await screen.findByRole('dialog', { name: /^Booking KTN-102AB/ });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await waitFor(() => expect(action()).toBeTruthy());
  await user.click(action() ?? document.body);
  const asking = await screen.findByRole('dialog', { name: /^Withdraw / });
  const confirm = () => within(asking).getByRole('button', { name: 'Withdraw booking' });
  expect(confirm().getAttribute('aria-disabled')).toBe('true');
  await user.type(within(asking).getByRole('textbox', { name: 'Reason' }), 'Booked twice.');
  now.booking = aBooking(2, { paid: true, paidAt: '2026-11-20T11:00:00.000Z' });
  await user.click(confirm());
  expect(await screen.findByText('This booking is paid, so it cannot be withdrawn.')).toBeTruthy();
  await waitFor(() => expect(action()).toBeNull());
  expect(server.calls(withdrawBooking).map(({ body }) => body)).toEqual([
    { reason: 'Booked twice.' },
  ]);
});

test('who made a booking is told that somebody else must withdraw it', async () => {
  const createdBy = { ...amina, id: 'oneself' };
  const opened = { booking: aBooking(1, { createdBy }) };
  const { user } = openOne({ role: 'zonal head', id: 'oneself' }, opened);
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await waitFor(() => expect(action()?.getAttribute('aria-disabled')).toBe('true'));
  expect(screen.getByText(/somebody else must withdraw it/)).toBeTruthy();
});

test('whoever may not withdraw sees no way to, and no history', async () => {
  const { user } = openOne('booking officer', { booking: aBooking(1) });
  expect(await screen.findByRole('button', { name: 'Pay Bill' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(action()).toBeNull();
  expect(screen.queryByRole('button', { name: 'History' })).toBeNull();
});

test('a state admin goes from the reports to the officers, and from a rate to what was withdrawn', async () => {
  const by = { id: 'superior', name: 'Hauwa Sani', role: 'zonal head' } as const;
  const withdrawal = { reason: 'Booked twice.', by, at: '2026-11-20T11:00:00.000Z' };
  const { user, server, address } = openApp('/report', 'state admin', (made) => {
    made.answer(listWithdrawals, () => ({
      success: true as const,
      data: [{ officer: amina, issued: 2, withdrawn: 1, naira: 5_000, rate: 0.5 }],
    }));
    made.answer(listBookings, ({ query }) => bookingsOf([aBooking(4, { withdrawal })], query));
  });
  await user.click(await screen.findByRole('link', { name: 'Withdrawals' }));
  expect(await screen.findByText('1 officer')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Date' }));
  await user.click(await screen.findByRole('button', { name: 'Today' }));
  await waitFor(() => expect(server.calls(listWithdrawals)).toHaveLength(2));
  const [lately = {}, { from, to } = {}] = server.calls(listWithdrawals).map(({ sent }) => sent);
  expect(lately).toEqual({ from: yearBefore(from ?? '') });
  expect([from, address()]).toEqual([to, '/withdrawals?period=today']);
  const row = await screen.findByRole('row', { name: /Amina Bello/ });
  expect(row.textContent).toContain('50%');
  await user.click(within(row).getByRole('link'));
  await waitFor(() => expect(shownPlates()).toEqual(['KTN-104AB']));
  expect(address()).toBe('/bookings?period=today&withdrawn=true&bookedBy=somebody');
  expect(server.calls(listBookings).at(-1)?.sent).toEqual({
    limit: '10',
    page: '1',
    from,
    to,
    withdrawn: 'true',
    bookedBy: 'somebody',
  });
});
