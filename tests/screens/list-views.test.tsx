import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { listCollisions } from '#contract/collisions.ts';
import { listUsers } from '#contract/users.ts';
import { createView, listViews, removeView, updateView, type View } from '#contract/views.ts';
import type { FakeServer } from './support/fake-server.ts';
import { openApp } from './support/open-app.tsx';
import {
  aBooking,
  aCollision,
  amina,
  aPerson,
  bookingsOf,
  many,
  pageOf,
  shownColumns,
  shownRows,
} from './support/rows.ts';

const button = (name: string | RegExp) => screen.findByRole('button', { name });

function answerLists(server: FakeServer): void {
  server.answer(listBookings, ({ query }) => bookingsOf(many(3, aBooking), query));
  server.answer(listCollisions, ({ query }) => pageOf(many(3, aCollision), query));
  server.answer(listUsers, ({ query }) => pageOf(many(3, aPerson), query));
}

test.each([
  ['/unpaid', 'zonal head', true],
  ['/unpaid', 'booking officer', false],
  ['/collisions', 'zonal head', true],
  ['/collisions', 'booking officer', false],
  ['/admin', 'state admin', true],
  ['/admin', 'observer', false],
] as const)('%s offers a %s its file: %s', async (path, role, offered) => {
  openApp(path, role, answerLists);
  await waitFor(() => expect(shownRows()).toHaveLength(3));
  expect(screen.queryByRole('button', { name: 'Export' }) !== null).toBe(offered);
});

/** A server that saves views; `known` exists already. */
function keepViews(server: FakeServer, ...known: readonly View[]): void {
  let views = known;
  const done = (view: View) => {
    views = [...views.filter(({ _id }) => _id !== view._id), view];
    return { success: true as const, data: view };
  };
  const one = (id: string): View => {
    const view = views.find(({ _id }) => _id === id);
    if (!view) throw new Error(`There is no view ${id}.`);
    return view;
  };
  answerLists(server);
  server.answer(listViews, () => ({ success: true as const, data: [...views] }));
  server.answer(createView, ({ body }) =>
    done({ ...body, _id: 'made', own: true, owner: amina, createdAt: '2026-11-20T10:00:00.000Z' }),
  );
  server.answer(updateView, ({ params, body: { name, shared } }) => {
    const before = one(params.id);
    return done({ ...before, name: name ?? before.name, shared: shared ?? before.shared });
  });
  server.answer(removeView, ({ params: { id } }) => {
    views = views.filter(({ _id }) => _id !== id);
    return { success: true as const, data: { _id: id } };
  });
}

const query = 'search=VWS-101AA&sort=name&columns=registration,date';

test('a view is kept with what the address says but its page and record, and shared', async () => {
  const { user, server } = openApp(`/unpaid?${query}&page=1&open=x`, 'booking officer', keepViews);
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  await user.click(await button('View'));
  expect(await screen.findByText(/^There are no views yet/)).toBeTruthy();
  await user.click(await button('Save this view'));
  await user.type(await screen.findByLabelText('Name of the view'), 'Only VWS');
  await user.click(screen.getByLabelText('Share with my zone'));
  await user.click(await button('Save view'));
  expect(await button(/^Only VWS/)).toBeTruthy();
  expect(server.calls(createView).map(({ body }) => body)).toEqual([
    { name: 'Only VWS', screen: 'unpaid', query, shared: true },
  ]);
});

const shared: View = {
  _id: 'shared',
  name: 'Only VWS',
  screen: 'unpaid',
  query,
  shared: true,
  own: false,
  owner: amina,
  createdAt: '2026-11-20T10:00:00.000Z',
};

test('a shared view shows a colleague the same, who can’t change it', async () => {
  const other: View = { ...shared, _id: 'other', name: 'Of another list', screen: 'paid' };
  const { user, address } = openApp('/unpaid?zone=Zaria&page=2', 'zonal head', (server) =>
    keepViews(server, shared, other),
  );
  await user.click(await button('View'));
  const saved = await button(/^Only VWS.*Shared by Amina Bello/);
  expect(screen.queryByText('Of another list')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Change Only VWS' })).toBeNull();
  await user.click(saved);
  await waitFor(() => expect(address()).toBe(`/unpaid?${query}`));
  await waitFor(() => expect(shownColumns()).toEqual(['Vehicle Registration', 'Date', 'Actions']));
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'VWS-101AA');
});

test('one’s own views are named, renamed and removed', async () => {
  const { user } = openApp('/collisions?period=year', 'observer', keepViews);
  await user.click(await button('View'));
  await user.click(await button('Save this view'));
  await user.click(await button('Save view'));
  expect(screen.getAllByText('Enter a name for the view.')).not.toEqual([]);
  const name = await screen.findByLabelText('Name of the view');
  await user.type(name, 'This year');
  await user.click(await button('Save view'));
  expect(await screen.findByText('View added')).toBeTruthy();
  await user.click(await button('Change This year'));
  const again = await screen.findByLabelText('Name of the view');
  await user.clear(again);
  await user.type(again, 'The year');
  await user.click(await button('Save changes'));
  expect(await screen.findByText('View updated')).toBeTruthy();
  await user.click(await button('Change The year'));
  const dialog = screen.getByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('View removed')).toBeTruthy();
  expect(await screen.findByText(/^There are no views yet/)).toBeTruthy();
});
