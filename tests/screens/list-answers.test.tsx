import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { listCollisions } from '#contract/collisions.ts';
import { createUser } from '#contract/user-changes.ts';
import { listUsers, type User } from '#contract/users.ts';
import type { FakeServer } from './support/fake-server.ts';
import { openApp } from './support/open-app.tsx';
import {
  aBooking,
  aCollision,
  aPerson,
  bookingsOf,
  many,
  pageOf,
  rowTexts,
  shownRows,
} from './support/rows.ts';

/** Answers that can be delayed. */
function gate() {
  let open = Promise.withResolvers<undefined>();
  open.resolve(undefined);
  return {
    passed: () => open.promise,
    hold: () => {
      open = Promise.withResolvers();
    },
    letGo: () => open.resolve(undefined),
  };
}
type Gate = ReturnType<typeof gate>;

const isUnfiltered = (search = '') => search === '';
const list = () => screen.getByRole('region', { name: / list$/ });
const isBusy = () => within(list()).queryByRole('progressbar', { name: 'Loading' }) !== null;

const lists: readonly (readonly [string, RegExp, (server: FakeServer, gate: Gate) => void])[] = [
  ...['/bookings', '/unpaid'].map(
    (path) =>
      [
        path,
        /^[\d,]+ bookings$/,
        (server: FakeServer, { passed }: Gate) =>
          server.answer(listBookings, async ({ query }) => {
            await passed();
            return bookingsOf(isUnfiltered(query._searchname) ? many(25, aBooking) : [], query);
          }),
      ] as const,
  ),
  [
    '/collisions',
    /^[\d,]+ collisions$/,
    (server, { passed }) =>
      server.answer(listCollisions, async ({ query }) => {
        await passed();
        return pageOf(isUnfiltered(query._searchfirstName) ? many(25, aCollision) : [], query);
      }),
  ],
  [
    '/admin',
    /^[\d,]+ users$/,
    (server, { passed }) =>
      server.answer(listUsers, async ({ query }) => {
        await passed();
        return pageOf(isUnfiltered(query._searchfirstName) ? many(25, aPerson) : [], query);
      }),
  ],
];

test.each(lists)(
  '94: the rows and the count of %s are those of the search and the page that are asked for',
  async (path, counted, answer) => {
    const answers = gate();
    const { user } = openApp(path, 'state admin', (server) => answer(server, answers));
    const next = () => screen.queryByRole('button', { name: 'Next page' });
    await waitFor(() => expect(shownRows()).toHaveLength(10));
    const before = rowTexts();
    expect(screen.getByText(counted)).toBeTruthy();

    // Another page: the same list, so its count still holds.
    answers.hold();
    await user.click(next() ?? document.body);
    await waitFor(() => expect(isBusy()).toBe(true));
    expect(shownRows()).toEqual([]);
    expect(screen.getByText(counted)).toBeTruthy();
    expect(screen.getByText('Page 2 of 3')).toBeTruthy();
    answers.letGo();
    await waitFor(() => expect(shownRows()).toHaveLength(10));
    const second = rowTexts();
    expect(second.filter((row) => before.includes(row))).toEqual([]);

    // Another search: another list.
    answers.hold();
    await user.type(screen.getByRole('searchbox'), 'nobody');
    await waitFor(() => expect(isBusy()).toBe(true));
    expect(shownRows()).toEqual([]);
    expect(screen.queryByText(counted)).toBeNull();
    expect(next()).toBeNull();
    answers.letGo();
    expect(await screen.findByRole('heading', { name: /^No items found$/i })).toBeTruthy();

    // Back is where the rows were, once they are answered anew.
    answers.hold();
    window.history.back();
    await waitFor(() => expect(isBusy()).toBe(true));
    expect(shownRows()).toEqual([]);
    answers.letGo();
    await waitFor(() => expect(rowTexts()).toEqual(second));
  },
);

test('a list that comes after the feed shows neither its rows nor a sum until it is answered', async () => {
  const answers = gate();
  const { user, server } = openApp('/', 'state admin', (made) => {
    made.answer(listBookings, async ({ query }) => {
      await answers.passed();
      return bookingsOf(many(25, aBooking), query);
    });
  });
  const feed = await screen.findByRole('list', { name: 'Live feed' });
  await waitFor(() => expect(within(feed).getAllByRole('listitem')).toHaveLength(12));
  answers.hold();
  const menu = screen.getByRole('navigation', { name: 'Main' });
  await user.click(within(menu).getByRole('link', { name: 'Unpaid Booking' }));
  await screen.findByRole('heading', { level: 1, name: 'Unpaid Bookings' });
  await waitFor(() => expect(server.calls(listBookings).at(-1)?.query.limit).toBe(10));
  await waitFor(() => expect(isBusy()).toBe(true));
  expect(shownRows()).toEqual([]);
  expect(list().textContent).not.toMatch(/\d bookings?|₦/);
  answers.letGo();
  await waitFor(() => expect(shownRows()).toHaveLength(10));
  expect(list().textContent).toContain('₦125,000 to pay');
});

test('a page that can’t be loaded says why in place of its rows, and Try again asks for it', async () => {
  let fails = false;
  const { user } = openApp('/paid', 'state admin', (server) => {
    server.answer(listBookings, ({ query }) =>
      fails
        ? { status: 500, error: 'Nobody is here. Reference K7QM-2XWD.', requestId: 'K7QM-2XWD' }
        : bookingsOf(many(25, aBooking), query),
    );
  });
  await waitFor(() => expect(shownRows()).toHaveLength(10));
  fails = true;
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  // What can be read out on the phone.
  expect(await screen.findByText('Nobody is here. Reference K7QM-2XWD.')).toBeTruthy();
  expect(shownRows()).toEqual([]);
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(shownRows()).toHaveLength(10));
});

test('a list that is not for whoever asks says so, and offers no other try', async () => {
  openApp('/completed', 'zonal head', (server) => {
    server.answer(listBookings, () => ({ status: 403, error: 'You can see only Zaria.' }));
  });
  expect(await screen.findByText('You can see only Zaria.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

/** Adds somebody on the screen of users; the fake server puts them where the sort says. */
async function addUser(address: string) {
  const added = aPerson(99, { firstName: 'Abdul', lastName: 'Lastofall' });
  let all: readonly User[] = many(20, aPerson);
  const app = openApp(address, 'state admin', (server) => {
    server.answer(listUsers, ({ query }) =>
      pageOf(
        query.sort === 'name'
          ? all.toSorted((a, b) => a.firstName.localeCompare(b.firstName))
          : all,
        query,
      ),
    );
    server.answer(createUser, () => {
      all = [...all, added];
      return { success: true as const, data: { ...added, mailed: true, handed: null } };
    });
  });
  const { user } = app;
  await waitFor(() => expect(shownRows()).toHaveLength(10));
  const before = rowTexts();
  await user.click(screen.getByRole('button', { name: 'Add New User' }));
  const form = await screen.findByRole('dialog', { name: 'Add New User' });
  for (const [label, value] of [
    ['First Name', 'Abdul'],
    ['Last Name', 'Lastofall'],
    ['Email', 'abdul.lastofall@example.com'],
    ['Password', 'a password for tests'],
    ['Confirm Password', 'a password for tests'],
  ] as const)
    await user.type(within(form).getByLabelText(new RegExp(`^${label}`)), value);
  await user.click(within(form).getByRole('combobox', { name: 'Role' }));
  await user.click(await screen.findByRole('option', { name: 'Operator' }));
  await user.click(within(form).getByRole('combobox', { name: 'Zone' }));
  await user.click(await screen.findByRole('option', { name: 'Hq, all zones' }));
  await user.click(within(form).getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return { ...app, before };
}

test(
  'a user who is added to full pages stands last of all, and no page grows beyond its size',
  { tags: 'night' },
  async () => {
    const { before, user, server } = await addUser('/admin');
    expect(await screen.findByText('21 users')).toBeTruthy();
    expect(rowTexts()).toEqual(before);
    expect(screen.getByText('Page 1 of 3')).toBeTruthy();
    expect(server.calls(listUsers)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText('Page 2 of 3');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(rowTexts().join()).toContain('Abdul Lastofall'));
    expect(shownRows()).toHaveLength(1);
  },
);

test('a user who is added in another order finds their place', { tags: 'night' }, async () => {
  await addUser('/admin?sort=name');
  await waitFor(() => expect(rowTexts()[0]).toContain('Abdul Lastofall'));
});
