import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { exportBookings, listBookings } from '#contract/bookings.ts';
import { listCollisions } from '#contract/collisions.ts';
import type { Role } from '#contract/roles.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, aCollision, bookingsOf, many, pageOf, shownRows } from './support/rows.ts';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const bar = (of = 'bookings') => screen.findByRole('region', { name: `Selected ${of}` });

async function openMany(count: number, role: Role = 'state admin') {
  const all = many(count, aBooking);
  const app = openApp('/unpaid', role, (server) => {
    server.answer(listBookings, ({ query }) => bookingsOf(all, query));
    server.answer(exportBookings, () => ({ status: 400, error: 'Enough was seen.' }));
  });
  await screen.findByText(`${count} bookings`);
  return { ...app, all };
}

test('rows chosen on two pages are exported by their ids, and the choice is cleared', async () => {
  const { user, server, all } = await openMany(12);
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(button('Select'));
  const chosen = await bar();
  await user.click(await screen.findByRole('checkbox', { name: /KTN-112AB/ }));
  await user.click(button('Next page'));
  await screen.findByText('Page 2 of 2');
  await waitFor(() => expect(shownRows()).toHaveLength(2));
  // A press anywhere in a row chooses it, and opens nothing.
  await user.click(shownRows()[1] ?? document.body);
  expect(within(chosen).getByRole('status').textContent).toBe('2 selected');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(within(chosen).getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  await waitFor(() => expect(server.calls(exportBookings)).toHaveLength(1));
  expect(server.calls(exportBookings)[0]?.sent).toEqual({
    ids: [all[0]?._id, all[11]?._id].join(),
    format: 'csv',
  });
  await user.click(within(chosen).getByRole('button', { name: 'Clear selection' }));
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button('Select')));
});

test('Space chooses the current row, and no more than 50 are chosen', async () => {
  const { user } = await openMany(59);
  shownRows()[2]?.focus();
  await user.keyboard(' ');
  const chosen = await bar();
  // The button is a lazy part, so it may come after the bar.
  expect(await within(chosen).findByRole('button', { name: 'Print ticket' })).toBeTruthy();
  for (let page = 1; page <= 5; page += 1) {
    await user.click(within(chosen).getByRole('button', { name: 'Select this page' }));
    await user.click(button('Next page'));
    await screen.findByText(`Page ${page + 1} of 6`);
    await waitFor(() => expect(shownRows()).toHaveLength(page < 5 ? 10 : 9));
  }
  expect(within(chosen).getByRole('status').textContent).toBe(
    '50 selected, the most you can select at a time',
  );
  await user.click(screen.getAllByRole('checkbox')[0] ?? document.body);
  expect(within(chosen).getByRole('status').textContent).toContain('50 selected');
  expect(within(chosen).getByRole('button', { name: 'Print 50 tickets' })).toBeTruthy();
});

test('who may not export prints what they chose, and collisions are exported alone', async () => {
  const { user } = await openMany(2, 'booking officer');
  await user.click(button('Select'));
  await user.click(within(await bar()).getByRole('button', { name: 'Select this page' }));
  expect(await within(await bar()).findByRole('button', { name: 'Print 2 tickets' })).toBeTruthy();
  expect(within(await bar()).queryByRole('button', { name: 'Export' })).toBeNull();
});

test('chosen collisions are exported', async () => {
  const { user } = openApp('/collisions', 'state admin', (server) => {
    server.answer(listCollisions, ({ query }) => pageOf(many(2, aCollision), query));
  });
  await user.click(await screen.findByRole('button', { name: 'Select' }));
  const chosen = await bar('collisions');
  await user.click(within(chosen).getByRole('button', { name: 'Select this page' }));
  expect(
    within(chosen)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Export', 'Clear selection']);
});
