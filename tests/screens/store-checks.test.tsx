import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listBookings, readBooking } from '#contract/bookings.ts';
import { listCollisions } from '#contract/collisions.ts';
import { listUsers } from '#contract/users.ts';
import { createStore } from '#web/app/store.ts';
import { openApp } from './support/open-app.tsx';
import {
  aBooking,
  aCollision,
  aPerson,
  bookingsOf,
  many,
  pageOf,
  shownRows,
} from './support/rows.ts';

/** Toolkit says what an action breaks; React's own words are none of it. */
function saidOfTheStore() {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => said.mockRestore());
  return () =>
    said.mock.calls.map(([first]) => String(first)).filter((words) => /state|action/.test(words));
}

test.each(['/unpaid', '/collisions', '/admin'])(
  'what %s keeps in the store is plain data, and only reducers change it',
  async (path) => {
    const said = saidOfTheStore();
    const bookings = many(3, aBooking);
    const { user } = openApp(
      path,
      'state admin',
      (server) => {
        server.answer(listBookings, ({ query }) => bookingsOf(bookings, query));
        server.answer(readBooking, () => ({ success: true as const, data: bookings[0] as never }));
        server.answer(listUsers, ({ query }) => pageOf(many(3, aPerson), query));
        server.answer(listCollisions, ({ query }) => pageOf(many(3, aCollision), query));
      },
      createStore({ isChecked: true }),
    );
    const [row] = await waitFor(() => {
      const rows = shownRows();
      expect(rows.length).toBeGreaterThan(0);
      return rows;
    });
    if (row && path === '/unpaid') {
      await user.click(row);
      await screen.findByRole('dialog');
    }
    expect(said()).toEqual([]);
  },
);

test('a store with checks says what is no plain data', () => {
  const said = saidOfTheStore();
  createStore({ isChecked: true }).dispatch({ type: 'spoilt', at: new Map() });
  expect(said()).toHaveLength(1);
  createStore().dispatch({ type: 'spoilt', at: new Map() });
  expect(said()).toHaveLength(1);
});
