import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { readMap } from '#contract/map.ts';
import { answersNothing } from './support/answers.ts';
import { onLine } from './support/line.ts';
import { openApp } from './support/open-app.tsx';

const records = { bookings: [], collisions: [], total: 3, withPosition: 0 };

test.each([
  ['operator', 'Last 30 days, unpaid bookings only'],
  ['zonal head', 'Last 30 days'],
] as const)('the map of an %s says what it counts: %s', async (role, words) => {
  openApp('/', role, (server) => {
    server.answer(readMap, () => ({ success: true as const, data: records }));
  });
  expect(await screen.findByText(new RegExp(`^${words}:`))).toBeTruthy();
});

test.each([
  ['is not read before somebody opens it', 'cellular', 0],
  ['is read once for its preview', 'wifi', 1],
] as const)('a closed map %s on a line of the type %s', async (_words, type, before) => {
  window.innerWidth = 390;
  onLine(type);
  const { server, user } = openApp('/unpaid', 'zonal head', answersNothing);
  const closed = within(await screen.findByRole('region', { name: 'Live Map' }));
  await waitFor(() => expect(server.calls(listBookings).length).toBeGreaterThan(0));
  await waitFor(() => expect(server.calls(readMap)).toHaveLength(before));
  await user.click(closed.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(server.calls(readMap)).toHaveLength(before + 1));
});
