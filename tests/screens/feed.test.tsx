import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { tellNews } from '#web/live/events.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, aList } from './support/records.ts';

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
