import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { listOffences } from '#contract/offences.ts';
import { listRevenueHeads } from '#contract/payments.ts';
import { listUsers } from '#contract/users.ts';
import { openApp } from './support/open-app.tsx';
import {
  aBooking,
  aPerson,
  bookingsOf,
  chip,
  many,
  pageOf,
  rowTexts,
  shownColumns,
  shownRows,
} from './support/rows.ts';

const offence = {
  id: 'LGC-03',
  group: 'LGC',
  name: 'Driving without a licence',
  amount: 5_000,
  penalty: '',
  code: '12020501',
  perDay: false,
  later: [] as { from: string; amount: number }[],
} as const;

/** Unpaid bookings with what their filters choose from. */
const openUnpaid = (address: string, rows = 12) =>
  openApp(address, 'state admin', (server) => {
    server.answer(listBookings, ({ query }) => bookingsOf(many(rows, aBooking), query));
    server.answer(listOffences, () => ({ success: true as const, data: [offence] }));
    server.answer(listRevenueHeads, () => ({ success: true as const, data: [] }));
  });

const press = (name: string | RegExp) => screen.findByRole('button', { name });

test('an officer is oneself, or found among the colleagues by name', async () => {
  const { user, server, address } = openUnpaid('/unpaid');
  const people = [aPerson(1), aPerson(2, { lastName: 'Musa' })];
  server.answer(listUsers, ({ query }) =>
    pageOf(
      people.filter(({ lastName }) => lastName.includes(query._searchfirstName ?? '')),
      query,
    ),
  );
  const asked = () => server.calls(listBookings).at(-1)?.sent['bookedBy'];
  const openOfficers = async (name: RegExp) => {
    await user.click(chip(name));
    return screen.findByRole('combobox', { name: 'Find officer' });
  };
  await waitFor(() => expect(shownRows()).toHaveLength(10));

  await user.click(await press('Filters'));
  const find = await openOfficers(/^Officer/);
  await screen.findByRole('option', { name: /Hauwa Sani 1/ });
  await user.type(find, 'Musa');
  const found = within(screen.getByRole('listbox', { name: 'Officer' }));
  await waitFor(() => expect(found.getAllByRole('option')).toHaveLength(1));
  await user.click(found.getByRole('option', { name: /Hauwa Musa/ }));
  await waitFor(() => expect(asked()).toBe(people[1]?.id));

  await openOfficers(/^Officer/);
  await user.click(await screen.findByRole('option', { name: 'Mine' }));
  await waitFor(() => expect(chip(/^Officer Mine$/)).toBeTruthy());
  expect(address()).toBe(`/unpaid?bookedBy=${asked()}`);
  expect(people.map(({ id }) => id)).not.toContain(asked());
});

test('filters are chosen, removed one by one, and cleared together', async () => {
  const { user, server, address } = openUnpaid('/unpaid?search=musa&page=2');
  const sent = () => server.calls(listBookings).at(-1)?.sent;
  const asked = { limit: '10', page: '1', _boolpaid: 'false', _searchname: 'musa' };
  await waitFor(() => expect(shownRows()).toHaveLength(2));
  expect(sent()).toEqual({ ...asked, page: '2' });
  expect(screen.queryByRole('group', { name: 'Filters' })).toBeNull();

  await user.click(await press('Filters'));
  await user.click(chip('Zone'));
  await user.type(await screen.findByRole('combobox', { name: 'Find zone' }), 'zari');
  await user.click(await screen.findByRole('option', { name: 'Zaria' }));
  await waitFor(() => expect(sent()).toEqual({ ...asked, zone: 'Zaria' }));
  expect(address()).toBe('/unpaid?search=musa&zone=Zaria');

  await user.click(chip('Offence'));
  const find = await screen.findByRole('combobox', { name: 'Find offence' });
  await user.type(find, 'LGC-03');
  await within(screen.getByRole('listbox')).findByRole('option');
  await user.type(find, '{Enter}');
  await waitFor(() => expect(sent()).toEqual({ ...asked, zone: 'Zaria', offence: 'LGC-03' }));
  expect(chip(/^Offence LGC-03 Driving without a licence$/)).toBeTruthy();

  await user.click(chip('Vehicle type'));
  await user.click(await press('Private'));
  await waitFor(() => expect(sent()).toMatchObject({ vehicleType: 'Private' }));

  await user.click(chip('Amount'));
  await user.type(await screen.findByRole('textbox', { name: 'From' }), '5,000');
  await user.type(screen.getByRole('textbox', { name: 'To' }), '1000');
  await user.click(await press('Show these amounts'));
  expect(
    screen.getByText('Enter a number in From that is not higher than the number in To.'),
  ).toBeTruthy();
  await user.clear(screen.getByRole('textbox', { name: 'To' }));
  await user.click(await press('Show these amounts'));
  await waitFor(() => expect(sent()).toMatchObject({ min: '5000' }));
  expect(chip(/^Amount From ₦5,000$/)).toBeTruthy();

  await user.click(chip('Date'));
  await user.click(await press('Today'));
  await waitFor(() => expect(sent()?.['from']).toBe(sent()?.['to']));
  expect(sent()?.['from']).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(chip(/^Date Today$/)).toBeTruthy();
  expect(new URLSearchParams(address().split('?')[1]).get('period')).toBe('today');

  await user.click(chip('Remove Vehicle type'));
  await waitFor(() => expect(sent()).not.toHaveProperty('vehicleType'));
  window.history.back();
  await waitFor(() => expect(sent()).toHaveProperty('vehicleType', 'Private'));
  await user.click(chip('Clear all'));
  await waitFor(() => expect(address()).toBe('/unpaid'));
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
});

test('every filter of a list of bookings stands in its address and is sent as it stands there', async () => {
  const filters = {
    from: '2026-11-01',
    to: '2026-11-20',
    by: 'cleared',
    organisation: 'Kaduna',
    zone: 'Zaria',
    offence: 'LGC-03',
    vehicleType: 'Private',
    min: '1000',
    max: '9000',
    withdrawn: 'false',
    _boolpaid: 'true',
    billed: 'true',
    bookedBy: '01JUSER0000000000000000000',
    sort: 'price',
  };
  const { server } = openApp(`/bookings?${new URLSearchParams(filters).toString()}`, 'state admin');
  await waitFor(() =>
    expect(server.calls(listBookings).map((call) => call.sent)).toEqual([
      { limit: '10', page: '1', ...filters },
    ]),
  );
});

test('the list of one state can’t be narrowed to withdrawn, paid or billed ones', async () => {
  const { server } = openUnpaid(
    '/unpaid?withdrawn=true&_boolpaid=true&billed=true&by=paid&from=2026-11-01',
  );
  await waitFor(() =>
    expect(server.calls(listBookings).at(-1)?.sent).toEqual({
      limit: '10',
      page: '1',
      _boolpaid: 'false',
      from: '2026-11-01',
    }),
  );
});

test('a list that no booking matches says what was sought, and clears it', async () => {
  const { user, address } = openUnpaid('/unpaid?zone=Zaria&min=900000000', 0);
  expect(await screen.findByText('Nothing matches with 2 filters.')).toBeTruthy();
  await user.click(await press('Clear filters'));
  expect(await screen.findByText('There are no unpaid bookings yet.')).toBeTruthy();
  expect(address()).toBe('/unpaid');
});

test('a list is sorted by its headers', async () => {
  const { user, server, address } = openUnpaid('/unpaid?limit=15');
  await waitFor(() => expect(shownRows()).toHaveLength(12));
  const header = () => screen.getByRole('columnheader', { name: 'Vehicle Registration' });
  await user.click(within(header()).getByRole('button'));
  await waitFor(() => expect(header().getAttribute('aria-sort')).toBe('ascending'));
  expect(address()).toBe('/unpaid?limit=15&sort=registration');
  await user.click(within(header()).getByRole('button'));
  await waitFor(() => expect(header().getAttribute('aria-sort')).toBe('descending'));
  await waitFor(() =>
    expect(server.calls(listBookings).map((call) => call.sent['sort'])).toEqual([
      undefined,
      'registration',
      '-registration',
    ]),
  );
});

const people = [
  aPerson(3, { firstName: 'Amina', zone: null, lastActive: '2025-05-01T09:30:00.000Z' }),
  aPerson(2, { firstName: 'Bala', lastActive: '2024-05-01T09:30:00.000Z' }),
  aPerson(1, { firstName: 'Chidi' }),
];
const openUsers = (address: string) =>
  openApp(address, 'state admin', (server) => {
    server.answer(listUsers, ({ query }) => pageOf(people, query));
  });

test('the users are sorted by their headers, and Back keeps to it', async () => {
  const { user, server, address } = openUsers('/admin?search=Sani');
  await waitFor(() => expect(shownRows()).toHaveLength(3));
  const header = (name: string) => screen.getByRole('columnheader', { name });
  const pressHeader = (name: string) => user.click(within(header(name)).getByRole('button'));
  await pressHeader('Name');
  await waitFor(() => expect(address()).toBe('/admin?search=Sani&sort=name'));
  expect(header('Name').getAttribute('aria-sort')).toBe('ascending');
  await pressHeader('Name');
  await waitFor(() => expect(header('Name').getAttribute('aria-sort')).toBe('descending'));
  await pressHeader('Role');
  await waitFor(() => expect(address()).toBe('/admin?search=Sani&sort=role'));
  window.history.back();
  await waitFor(() => expect(header('Name').getAttribute('aria-sort')).toBe('descending'));
  await waitFor(() =>
    expect(server.calls(listUsers).map((call) => call.sent['sort'])).toEqual([
      undefined,
      'name',
      '-name',
      'role',
      '-name',
    ]),
  );
});

test('the address of the users names their columns, and the chooser changes them', async () => {
  const { user, address } = openUsers('/admin?columns=name,lastActive,nonsense');
  await waitFor(() => expect(shownRows()).toHaveLength(3));
  expect(shownColumns()).toEqual(['Name', 'Last active', 'Actions']);
  expect(rowTexts()[0]).toContain('2025-05-01');
  expect(rowTexts()[2]).toContain('Never');
  await user.click(screen.getByRole('button', { name: 'View' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Zone' }));
  await waitFor(() => expect(address()).toBe('/admin?columns=name,lastActive,zone'));
  expect(shownColumns()).toEqual(['Name', 'Last active', 'Zone', 'Actions']);
});

test('columns chosen faster than the list is drawn are all shown', async () => {
  const { user, address } = openUsers('/admin?columns=name,lastActive');
  await waitFor(() => expect(shownRows()).toHaveLength(3));
  await user.click(screen.getByRole('button', { name: 'View' }));
  const zone = await screen.findByRole('checkbox', { name: 'Zone' });
  act(() => {
    zone.click();
    screen.getByRole('checkbox', { name: 'Last active' }).click();
    screen.getByRole('checkbox', { name: 'Role' }).click();
  });
  await waitFor(() => expect(address()).toBe('/admin?columns=name,zone,role'));
  expect(shownColumns()).toEqual(['Name', 'Zone', 'Role', 'Actions']);
});

test('the users are sorted from a sheet on a phone', async () => {
  window.innerWidth = 360;
  const { user, address } = openUsers('/admin?search=Sani');
  expect(await screen.findAllByRole('article')).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  const sheet = await screen.findByRole('dialog', { name: 'Filters' });
  const sort = within(sheet).getByRole('combobox', { name: 'Sort by' });
  await user.selectOptions(sort, 'Most recently active first');
  await user.click(await within(sheet).findByRole('button', { name: 'Show 3 users' }));
  await waitFor(() => expect(address()).toBe('/admin?search=Sani&sort=-lastActive'));
});
