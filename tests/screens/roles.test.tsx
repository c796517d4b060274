import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listBookings, readBooking } from '#contract/bookings.ts';
import { type Role, roles } from '#contract/roles.ts';
import { headings, navigationEntries } from '#tests/support/navigation.ts';
import { answersNothing } from './support/answers.ts';
import { described, headerLink, isClosed } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, anAnswer } from './support/records.ts';

const paths = Object.keys(headings);

const entries = [...navigationEntries.map(([label]) => label as string), 'Logout'];
const withoutAdmin = entries.filter((entry) => entry !== 'Admin');
const links = ['Booking', 'Insurance', 'Collision'];

const seen: Record<Role, { entries: string[]; links: string[]; refused: string[] }> = {
  'state admin': { entries, links, refused: [] },
  observer: { entries, links, refused: [] },
  'zonal head': { entries: withoutAdmin, links, refused: ['/admin'] },
  'booking officer': { entries: withoutAdmin, links, refused: ['/admin'] },
  guest: { entries: withoutAdmin, links, refused: ['/admin'] },
  operator: {
    entries: ['Base', 'Unpaid Booking', 'Collisions', 'Profile', 'Logout'],
    links: ['Booking', 'Collision'],
    refused: paths.filter((path) => !['/', '/unpaid', '/collisions', '/profile'].includes(path)),
  },
};

const everyPath = roles.flatMap((role) => paths.map((path) => [role, path] as const));
/** Which role may open what is compared in tests/web/paths.test.ts: two roles walk it all by day. */
const isByDay = ([role, path]: readonly [Role, string]) =>
  role === 'operator' || role === 'booking officer' || path === '/admin';

test.each(everyPath.filter(isByDay))(
  '35, 230, 235: the %s is shown %s, or led to the dashboard where the role may not see it',
  openPath,
);

test.each(everyPath.filter((one) => !isByDay(one)))(
  'the %s is shown %s, or led to the dashboard',
  { tags: 'night' },
  openPath,
);

async function openPath(role: Role, path: string): Promise<void> {
  const { address } = openApp(path, role, answersNothing);
  const landing = seen[role].refused.includes(path) ? '/' : path;
  const name = headings[landing] ?? 'no such screen';
  expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
  expect(address()).toBe(landing);
  const told = screen.queryByText(/^Only .* can open /)?.textContent;
  if (landing === path) expect(told).toBeUndefined();
  else expect(told).toContain(`can open ${headings[path]}.`);
}

test.each([
  ['operator', '/paid?search=KAD', 'zonal heads, booking officers and observers'],
  ['operator', '/bookings?open=01J', 'zonal heads, booking officers and observers'],
  ['booking officer', '/exceptions', 'zonal heads and observers'],
  ['zonal head', '/operations', 'Only state admins and observers can'],
  ['guest', '/security', 'Your role is guest.'],
  ['observer', '/outbox', 'Your role is observer.'],
] as const)(
  'the %s who types the hidden path %s is told on Base who may see it, until it is put away',
  async (role, path, who) => {
    const { user, address } = openApp(path, role, answersNothing);
    await screen.findByRole('heading', { level: 1, name: 'Base' });
    const told = await screen.findByText(/^Only .* can open /);
    expect(told.textContent).toContain(who);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(told.isConnected).toBe(false));
    expect(address()).toBe('/');
  },
);

test.each(roles)(
  '41 to 52, 58b, 229a, 229b, 230, 232: the %s sees exactly the entries and links of the role',
  async (role) => {
    openApp('/profile', role, answersNothing);
    const menu = await screen.findByRole('navigation', { name: 'Main' });
    const items = within(menu).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual(seen[role].entries);
    for (const [label, path] of navigationEntries.filter(([one]) =>
      seen[role].entries.includes(one),
    ))
      expect(within(menu).getByRole('link', { name: label }).getAttribute('href')).toBe(path);
    const header = screen.getByRole('navigation', { name: 'New record' });
    const buttons = within(header).getAllByRole('button');
    // The sheet shows these here on a phone alone.
    const onPhones = ['Check ticket', 'Search'];
    const names = buttons
      .map(({ textContent }) => textContent)
      .filter((name) => !onPhones.includes(name));
    expect(names).toEqual(seen[role].links);
  },
);

test.each(['observer', 'guest'] as const)(
  'the %s sees the booking form, with the reason on top and at Submit, which is disabled',
  async (role) => {
    const { user } = openApp('/profile', role, answersNothing);
    await user.click(await headerLink('Booking'));
    const form = await screen.findByRole('dialog', { name: 'New Booking Form' });
    const submit = within(form).getByRole('button', { name: 'Submit' });
    expect(isClosed(submit)).toBe(true);
    expect(described(submit)).toContain(`Your role is ${role}`);
    const told = 'Only officers can make bookings.';
    expect(within(form).getByText(told)).toBeTruthy();
  },
);

const booking = aBooking({ billRef: 'BILL-1' });

async function openBooking(role: Role) {
  openApp(`/unpaid?open=${booking._id}`, role, (server) => {
    answersNothing(server);
    server.answer(readBooking, () => anAnswer(booking));
  });
  const detail = await screen.findByRole('dialog', { name: /^Booking/ });
  await within(detail).findByRole('table', { name: 'Fines' });
  return (name: string) => within(detail).getByRole('button', { name });
}

test('the guest sees a booking, with its actions disabled and the reason', async () => {
  const action = await openBooking('guest');
  for (const name of ['Pay Bill', 'Check Status', 'Clear Vehicle']) {
    expect([name, isClosed(action(name))]).toEqual([name, true]);
    expect(described(action(name))).toMatch(/your role/i);
  }
});

test('the observer, who reads bookings, meets none of their actions', async () => {
  const action = await openBooking('observer');
  expect(action('More')).toBeTruthy();
  for (const name of ['Pay Bill', 'Check Status', 'Clear Vehicle', 'Report a mistake'])
    expect(() => action(name), name).toThrow();
});

test('the operator, who may not clear a vehicle, may settle a booking', async () => {
  const action = await openBooking('operator');
  expect(isClosed(action('Pay Bill'))).toBe(false);
  expect(isClosed(action('Check Status'))).toBe(false);
  expect(isClosed(action('Clear Vehicle'))).toBe(true);
});

test('220b, 220c, 231a: the observer reads the own profile and can change nothing in it', async () => {
  openApp('/profile', 'observer', answersNothing);
  expect(await screen.findByText('Amina', { exact: true })).toBeTruthy();
  const main = within(screen.getByRole('main'));
  for (const name of ['Save Changes', 'Save Image', 'Capture', 'Gallery']) {
    expect([name, isClosed(main.getByRole('button', { name }))]).toEqual([name, true]);
  }
  const fields = main.queryAllByRole<HTMLInputElement>('textbox');
  expect(fields.filter(({ disabled, readOnly }) => !disabled && !readOnly)).toEqual([]);
});

test('21c: an unknown path is the layout with "Not found"', async () => {
  openApp('/no-such-screen', 'booking officer', answersNothing);
  expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
});

test('a list of unpaid bookings is asked for by an operator, and never one of paid ones', async () => {
  const { server } = openApp('/unpaid', 'operator', answersNothing);
  await waitFor(() => expect(server.calls(listBookings).length).toBeGreaterThan(0));
  expect(server.calls(listBookings).map(({ query }) => query._boolpaid)).not.toContain('true');
});
