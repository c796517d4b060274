import { screen, within } from '@testing-library/react';
import { act } from 'react';
import { expect, test } from 'vitest';
import { type Booking, bookingSchema, listBookings } from '#contract/bookings.ts';
import { tellNews } from '#web/live/events.ts';
import { openApp } from './support/open-app.tsx';

const text = Object.fromEntries(Object.keys(bookingSchema.shape).map((field) => [field, '']));

const aBooking = (_id: string, minute: string): Booking =>
  bookingSchema.parse({
    ...text,
    _id,
    billRef: null,
    paid: false,
    completed: false,
    createdAt: `2026-11-20T10:${minute}:00.000Z`,
    createdBy: { id: 'somebody', name: 'Amina Bello', role: 'booking officer' },
    paidAt: null,
    completedAt: null,
    completedBy: null,
    withdrawal: null,
    organisation: 'Kaduna',
    demo: false,
    name: `Driver ${_id}`,
    registration: 'KTN-482AB',
    offence: [],
    confiscations: [],
    price: 5_000,
    position: null,
  });

const answered = (data: Booking[]) => ({
  success: true as const,
  data,
  sum: 0,
  total: data.length,
  count: data.length,
  limit: 12,
  pagination: {},
});

test('a booking that is heard of while an older answer is under way stays in the feed', async () => {
  const held = Promise.withResolvers<undefined>();
  openApp('/', 'state admin', (server) => {
    server.answer(listBookings, async () => {
      await held.promise;
      return answered([aBooking('OLD', '01')]);
    });
  });
  await screen.findByRole('heading', { level: 1, name: 'Base' });
  const booking = aBooking('NEW', '02');
  act(() => tellNews({ type: 'booking', change: 'made', booking }));
  held.resolve(undefined);
  const feed = await screen.findByRole('list', { name: 'Live feed' });
  expect(await within(feed).findByText('Driver OLD')).toBeTruthy();
  expect(within(feed).getByText('Driver NEW')).toBeTruthy();
});
