import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { type LiveNews, tellNews } from '#web/live/events.ts';
import { bookingStages } from '#web/records/booking-stage.tsx';
import { openApp } from './support/open-app.tsx';
import { aBooking, aList } from './support/records.ts';

type BookingNews = Extract<LiveNews, { type: 'booking' }>;

const at = (minute: string) => ({ createdAt: `2026-11-20T10:${minute}:00.000Z` });

test('a booking that is heard of while an older answer is under way stays in the feed', async () => {
  const held = Promise.withResolvers<undefined>();
  const { server } = openApp('/', 'state admin', (given) => {
    given.answer(listBookings, async () => {
      await held.promise;
      return { ...aList(aBooking({ _id: 'OLD', name: 'Driver OLD', ...at('01') })), sum: 0 };
    });
  });
  await waitFor(() => expect(server.calls(listBookings)).toHaveLength(1));
  const booking = aBooking({ _id: 'NEW', name: 'Driver NEW', ...at('02') });
  act(() => tellNews({ type: 'booking', change: 'made', booking }));
  held.resolve(undefined);
  const feed = await screen.findByRole('list', { name: 'Live feed' });
  expect(await within(feed).findByText('Driver OLD')).toBeTruthy();
  expect(within(feed).getByText('Driver NEW')).toBeTruthy();
});

test('an event draws no row of the feed anew but the one that it is about', async () => {
  const [first, second] = [1, 2].map((n) => aBooking({ _id: `BOOKING-${n}`, ...at(`0${n}`) }));
  if (!first || !second) throw new Error('There are two bookings.');
  openApp('/', 'state admin', (given) => {
    given.answer(listBookings, () => ({ ...aList(first, second), sum: 0 }));
  });
  const feed = await screen.findByRole('list', { name: 'Live feed' });
  await within(feed).findAllByRole('button');
  const [issued, paid] = [bookingStages.issued, bookingStages.paid].map((stage) => {
    const drawn = vi.spyOn(stage, 'Icon');
    onTestFinished(() => drawn.mockRestore());
    return drawn;
  });
  const tell = (change: BookingNews['change'], id: string) => {
    const booking = aBooking({ _id: id, paid: change === 'paid', ...at('03') });
    act(() => tellNews({ type: 'booking', change, booking }));
  };
  for (const change of ['paid', 'billed', 'cleared', 'withdrawn'] as const) tell(change, 'ANOTHER');
  act(() => tellNews({ type: 'gone', record: 'booking', id: 'ANOTHER' }));
  expect(issued).not.toHaveBeenCalled();
  expect(paid).not.toHaveBeenCalled();

  tell('paid', first._id);
  await waitFor(() => expect(paid).toHaveBeenCalled());
  tell('made', 'NEWEST');
  await waitFor(() => expect(within(feed).getAllByRole('button')).toHaveLength(3));
  expect(issued).toHaveBeenCalledOnce();
});
