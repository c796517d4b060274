import type { Role } from '#contract/roles.ts';
import { createBooking, listBookings } from '#contract/bookings.ts';
import { changeAvatar, createUser, listUsers, readUser, updateUser } from '#contract/users.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { aBooking, makeAccount, testPassword } from '#tests/support/factories.ts';
import { aPicture } from './pictures.ts';
import { title } from './screen.ts';

const headings = {
  '/': 'Base',
  '/map': 'Live Map',
  '/unpaid': 'Unpaid Bookings',
  '/paid': 'Paid Bookings',
  '/completed': 'Completed Bookings',
  '/collisions': 'Accidents',
  '/drivers': 'Driving tests',
  '/unpaid-insurance': 'Unpaid Insurance',
  '/insurance': 'Regularised Insurance',
  '/report': 'Reports Overview',
  '/admin': 'Users',
  '/profile': 'Account Settings',
} as const;

type Path = keyof typeof headings;
const isPath = (path: string): path is Path => path in headings;
const every = Object.keys(headings).filter(isPath);

const refused: Record<Role, readonly Path[]> = {
  'state admin': [],
  observer: [],
  'zonal head': ['/admin'],
  'booking officer': ['/admin'],
  guest: ['/admin'],
  operator: every.filter((path) => !['/', '/unpaid', '/collisions', '/profile'].includes(path)),
};
const roles = [
  'state admin',
  'zonal head',
  'booking officer',
  'operator',
  'observer',
  'guest',
] as const;

for (const role of roles) {
  test(`the ${role} sees every screen of the role, and is refused every other`, async ({
    page,
    signIn,
  }) => {
    await signIn(role);
    for (const path of every) {
      const landing = refused[role].includes(path) ? '/' : path;
      await page.goto(path);
      await expect(page, path).toHaveURL(landing);
      await expect(title(page, headings[landing])).toBeVisible();
    }
  });

  test(`over HTTP the ${role} may do what the role may, and is refused everything else`, async ({
    server,
    signIn,
  }) => {
    const { account, client } = await signIn(role);
    const somebody = await server.query((db) => makeAccount(db, 'operator'));
    const user = {
      firstName: 'Hauwa',
      lastName: 'Bello',
      email: `added-by-${account?.id.toLowerCase() ?? 'guest'}@example.com`,
      role: 'operator',
      state: 'Kaduna',
      password: testPassword,
    };
    const is = (...those: Role[]) => those.includes(role);
    const picture = (await aPicture()).buffer;
    const files = [{ field: 'avatar', content: new Uint8Array(picture), type: 'image/png' }];
    const own = { params: { id: account?.id ?? 'guest' }, body: { firstName: 'Amina' } };
    const calls = [
      [
        'paid bookings',
        client.call(listBookings, { query: { _boolpaid: 'true' } }),
        !is('operator'),
      ],
      ['unpaid bookings', client.call(listBookings, { query: { _boolpaid: 'false' } }), true],
      ['booking', client.call(createBooking, { body: aBooking() }), !is('observer', 'guest')],
      [
        'somebody’s record',
        client.call(readUser, { params: { id: somebody.id } }),
        is('state admin', 'observer'),
      ],
      ['adding a user', client.call(createUser, { body: user }), is('state admin')],
      ['changing oneself', client.call(updateUser, own), !is('observer', 'guest')],
      [
        'changing others',
        client.call(updateUser, { params: { id: somebody.id }, body: { firstName: 'A' } }),
        is('state admin'),
      ],
      [
        'an own picture',
        client.call(changeAvatar, { body: own.params, files }),
        !is('observer', 'guest'),
      ],
    ] as const;
    for (const [what, answer, open] of calls) {
      const { ok, status } = await answer;
      expect([what, ok ? 'done' : status]).toEqual([what, open ? 'done' : 403]);
    }
    const { data: people } = await client.ok(listUsers);
    expect(people.some((person) => 'email' in person)).toBe(is('state admin', 'observer'));
  });
}

test('the observer reads the profile and changes nothing, on screen and over HTTP', async ({
  page,
  signIn,
}) => {
  const { account, client } = await signIn('observer');
  await page.goto('/profile');
  for (const name of ['Save Changes', 'Save Image', 'Capture', 'Gallery']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled();
  }
  await expect(page.getByText('Amina', { exact: true })).toBeVisible();
  await expect(
    page.getByRole('main').getByRole('textbox').and(page.locator(':enabled')),
  ).toHaveCount(0);
  const params = { id: account?.id ?? '' };
  const changing = await client.call(updateUser, { params, body: { firstName: 'Hauwa' } });
  expect(changing).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  const picture = await client.call(changeAvatar, { body: params });
  expect(picture).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect((await client.ok(readUser, { params })).data.firstName).toBe('Amina');
});
