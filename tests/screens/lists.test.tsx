import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Booking, listBookings, readBooking } from '#contract/bookings.ts';
import { listCollisions } from '#contract/collisions.ts';
import { sweepBookings } from '#contract/payments.ts';
import { listUsers } from '#contract/users.ts';
import { openApp } from './support/open-app.tsx';
import {
  aBooking,
  aCollision,
  bookingsOf,
  many,
  pageOf,
  rowTexts,
  shownColumns,
  shownPlates,
  shownRows,
} from './support/rows.ts';

/** A list of these bookings, which the fake server searches by plate. */
const openBookings = (address: string, all: readonly Booking[]) =>
  openApp(address, 'state admin', (server) => {
    server.answer(listBookings, ({ query }) => {
      const search = query._searchname?.toUpperCase() ?? '';
      return bookingsOf(
        all.filter(({ registration }) => registration.includes(search)),
        query,
      );
    });
    server.answer(readBooking, ({ params }) => {
      const data = all.find(({ _id }) => _id === params.id);
      return data
        ? { success: true as const, data }
        : { status: 404, error: 'There is no such booking.' };
    });
  });

const searchbox = () => screen.getByRole('searchbox');
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const pageSize = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Page size' });

test.each([
  ['/unpaid', listBookings, { _boolpaid: 'false' }, '_searchname'],
  ['/paid', listBookings, { _boolpaid: 'true', _boolcompleted: 'false' }, '_searchname'],
  ['/completed', listBookings, { _boolcompleted: 'true' }, '_searchname'],
  ['/bookings', listBookings, {}, '_searchname'],
  ['/collisions', listCollisions, {}, '_searchfirstName'],
  ['/admin', listUsers, {}, '_searchfirstName'],
])(
  '91, 92b, 254a, 263a to 263c, 275a, 300b: the list at %s asks with limit, page, its filters and its search',
  async (path, endpoint, filters, search) => {
    const { server, user } = openApp(path);
    const sent = () => server.calls(endpoint).map((call) => call.sent);
    const asked = { limit: '10', page: '1', ...filters };
    await waitFor(() => expect(sent()).toEqual([asked]));
    await user.click(searchbox());
    // Typed letter by letter, a busy machine would take it for several searches.
    await user.paste('danladi');
    await waitFor(() => expect(sent()).toEqual([asked, { ...asked, [search]: 'danladi' }]));
  },
);

test('267: the unpaid page starts a sweep of the open bills', async () => {
  const { server } = openApp('/unpaid', 'booking officer');
  await waitFor(() => expect(server.calls(sweepBookings)).toHaveLength(1));
});

test('the dashboard asks for 12 bookings, and for those who were active last', async () => {
  const { server } = openApp('/', 'booking officer');
  await waitFor(() => {
    expect(server.calls(listBookings).map((call) => call.query.limit)).toContain(12);
    expect(server.calls(listUsers).map((call) => call.sent['sort'])).toEqual(['-lastActive']);
  });
});

test('90b, 92a, 92b, 93a, 93b, 98a, 98b, 188a, 300a, 300b: a list counts, turns its pages and changes their size', async () => {
  const all = many(12, aBooking);
  const plates = all.map(({ registration }) => registration);
  const { user } = openBookings('/unpaid', all);
  expect(await screen.findByText('12 bookings')).toBeTruthy();
  expect(shownColumns()).toEqual([
    'Reference',
    'Date',
    'Zone',
    'Driver Name',
    'Vehicle Registration',
    'Actions',
  ]);
  expect(screen.getByText(/₦60,000 to pay/)).toBeTruthy();
  expect(screen.getByText('Page 1 of 2')).toBeTruthy();
  expect(shownPlates()).toEqual(plates.slice(0, 10));
  expect(rowTexts()[0]).toContain('Ticket Issued');
  expect(button('Previous page').getAttribute('aria-disabled')).toBe('true');

  await user.click(button('Next page'));
  await waitFor(() => expect(shownPlates()).toEqual(plates.slice(10)));
  expect(screen.getByText('Page 2 of 2')).toBeTruthy();
  expect(button('Next page').getAttribute('aria-disabled')).toBe('true');
  await user.click(button('Previous page'));
  await waitFor(() => expect(shownRows()).toHaveLength(10));

  const sizes = [...pageSize().options].map(({ text }) => text);
  expect(sizes).toEqual(['10 per page', '15 per page', '20 per page', '25 per page']);
  expect(pageSize().value).toBe('10');
  await user.selectOptions(pageSize(), '15 per page');
  await waitFor(() => expect(shownPlates()).toEqual(plates));
  expect(screen.getByText('Page 1 of 1')).toBeTruthy();
  window.history.back();
  await waitFor(() => expect(shownRows()).toHaveLength(10));
  expect(pageSize().value).toBe('10');
});

test.each([
  ['More than 10,000 bookings', { total: 10_000, more: true as const, within: 10_000, sum: null }],
  [
    'More than 10,000 bookings, the newest 2,000 in this order',
    { total: 10_000, more: true as const, within: 2_000, sum: null },
  ],
  ['20,001 bookings, the newest 10,000 in this order', { total: 20_001, within: 10_000 }],
  ['12 bookings among the newest 10,000', { total: 12, within: 10_000 }],
])('a list says how far it was counted: %s', async (words, size) => {
  const all = many(10, aBooking);
  openApp('/bookings', 'state admin', (server) => {
    server.answer(listBookings, ({ query }) => ({ ...bookingsOf(all, query), ...size }));
  });
  expect(await screen.findByText(words)).toBeTruthy();
  const pages = Math.ceil(Math.min(size.total, size.within) / 10);
  expect(screen.getByText(`Page 1 of ${pages}`)).toBeTruthy();
  expect(screen.queryByText(/in all/) === null).toBe('sum' in size);
});

test('an address names page and size, and a page beyond the end lands on the last', async () => {
  const { address } = openBookings('/unpaid?search=ktn&page=99', many(12, aBooking));
  await waitFor(() => expect(shownRows()).toHaveLength(2));
  expect(searchbox()).toHaveProperty('value', 'ktn');
  expect(address()).toBe('/unpaid?search=ktn&page=2');
});

test('90c, 93a, 98c, 300d: one record is counted in the singular, and nothing found can be cleared', async () => {
  const { user } = openBookings('/unpaid', many(12, aBooking));
  await waitFor(() => expect(shownRows()).toHaveLength(10));
  await user.type(searchbox(), 'ktn-105');
  expect(await screen.findByText('1 booking')).toBeTruthy();
  expect(shownPlates()).toEqual(['KTN-105AB']);
  expect(screen.getByText('Page 1 of 1')).toBeTruthy();

  await user.type(searchbox(), ' nobody');
  expect(await screen.findByRole('heading', { name: 'No items found' })).toBeTruthy();
  expect(screen.getByText('0 bookings')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Clear search' }));
  await waitFor(() => expect(shownRows()).toHaveLength(10));
  expect(searchbox()).toHaveProperty('value', '');
});

const paid = { paid: true, paidAt: '2026-11-20T11:00:00.000Z' };
const cleared = { ...paid, completed: true, completedAt: '2026-11-20T12:00:00.000Z' };

test.each([
  ['/paid', 'Ticket Paid', paid],
  ['/completed', 'Completed', cleared],
])('99a, 100a, 188b, 188c: the bookings at %s are labelled %s', async (path, label, changes) => {
  openBookings(
    path,
    many(3, (number) => aBooking(number, changes)),
  );
  await waitFor(() => expect(shownRows()).toHaveLength(3));
  for (const row of shownRows()) expect(within(row).getByText(label)).toBeTruthy();
});

test('101d, 101e: a collision is shown with its id from character 5 onward, and none as No items Found', async () => {
  const all = [aCollision(1)];
  const { user } = openApp('/collisions', 'state admin', (server) => {
    server.answer(listCollisions, ({ query }) =>
      pageOf(query._searchfirstName === undefined ? all : [], query),
    );
  });
  await waitFor(() => expect(shownRows()).toHaveLength(1));
  const { _id } = aCollision(1);
  const shown = rowTexts()[0]?.replaceAll(/\s/g, '');
  expect(shown).toContain(_id.slice(5));
  expect(shown).not.toContain(_id);
  await user.type(searchbox(), 'nobody');
  expect(await screen.findByRole('heading', { name: 'No items Found' })).toBeTruthy();
});

test('98d, 105: a booking opens over its list by its own address: Back and Escape close it', async () => {
  const { user, address } = openBookings('/unpaid?zone=Zaria', many(3, aBooking));
  await waitFor(() => expect(shownRows()).toHaveLength(3));
  const { _id } = aBooking(2);
  // The reference is the id from character 10.
  const shown = rowTexts()[1]?.replaceAll(/\s/g, '');
  expect(shown).toContain(_id.slice(10));
  expect(shown).not.toContain(_id);
  await user.click(button(/^Open ?KTN-102AB/));
  const name = 'Booking KTN-102AB, Musa Danladi';
  expect(await screen.findByRole('dialog', { name })).toBeTruthy();
  expect(address()).toBe(`/unpaid?zone=Zaria&open=${_id}`);
  window.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
  expect(address()).toBe('/unpaid?zone=Zaria');
  window.history.forward();
  expect(await screen.findByRole('dialog', { name })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/unpaid?zone=Zaria'));
});

test('a booking that the list does not hold opens by its address, and closes into the list', async () => {
  const { user, address } = openBookings(`/unpaid?open=${aBooking(1)._id}`, many(12, aBooking));
  expect(await screen.findByRole('dialog', { name: /^Booking KTN-101AB/ })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/unpaid'));
});

test('an open record leads to those beside it, over the end of a page, and closes to its list', async () => {
  const all = many(12, aBooking);
  const { user, address } = openBookings('/unpaid', all);
  await screen.findByText('12 bookings');
  await user.click(button(new RegExp(`^Open ?${all[9]?.registration}`)));
  const shows = async (number: number) => {
    await screen.findByText(`${number} of 12`);
    const name = new RegExp(`${all[number - 1]?.registration}`);
    await screen.findByRole('dialog', { name });
  };
  await shows(10);
  await user.click(button('Next record'));
  await shows(11);
  expect(address()).toContain('page=2');
  await user.keyboard('j');
  await shows(12);
  expect(button('Next record').getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('k');
  await shows(11);
  await user.keyboard('k');
  await shows(10);
  expect(address()).not.toContain('page=');
  await user.click(button('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/unpaid');
});
