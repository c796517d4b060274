import { expect } from 'vitest';
import { guestToken } from '#contract/auth.ts';
import { listBookings } from '#contract/bookings.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { type Role, roles } from '#contract/roles.ts';
import { changeAvatar, createUser, updateUser } from '#contract/user-changes.ts';
import { listUsers, readUser } from '#contract/users.ts';
import { aPicture } from '#tests/specification/pictures.ts';
import { createClient, signedIn } from '#tests/support/client.ts';
import { aBooking, type Account, makeAccount, testPassword } from '#tests/support/factories.ts';
import { test } from '#tests/support/scene.ts';
import type { TestApp } from '#tests/support/test-app.ts';

async function enter(app: TestApp, role: Role) {
  if (role === 'guest') return { account: null, client: createClient(app.url, guestToken) };
  const account: Account = await makeAccount(app.db, role);
  return { account, client: await signedIn(app.url, account.email) };
}

test.for(roles)(
  '7: over HTTP the %s may do what the role may, and is refused everything else',
  async (role, { app }) => {
    const { account, client } = await enter(app, role);
    const somebody = await makeAccount(app.db, 'operator');
    const user = {
      firstName: 'Hauwa',
      lastName: 'Bello',
      email: `added-by-${account?.id.toLowerCase() ?? 'guest'}@example.com`,
      role: 'operator',
      state: 'Kaduna',
      zone: '',
      password: testPassword,
    };
    const is = (...those: Role[]) => those.includes(role);
    const picture = (await aPicture()).buffer;
    const files = [{ field: 'avatar', content: new Uint8Array(picture), type: 'image/png' }];
    const params = { id: account?.id ?? 'guest' };
    const others = { id: somebody.id };
    const firstName = { firstName: 'Amina' };
    const calls = [
      [
        'paid bookings',
        client.call(listBookings, { query: { _boolpaid: 'true' } }),
        !is('operator'),
      ],
      ['unpaid bookings', client.call(listBookings, { query: { _boolpaid: 'false' } }), true],
      ['booking', client.call(createBooking, { body: aBooking() }), !is('observer', 'guest')],
      ['others', client.call(readUser, { params: others }), is('state admin', 'observer')],
      ['adding a user', client.call(createUser, { body: user }), is('state admin')],
      [
        'changing oneself',
        client.call(updateUser, { params, body: firstName }),
        !is('observer', 'guest'),
      ],
      [
        'changing others',
        client.call(updateUser, { params: others, body: firstName }),
        is('state admin'),
      ],
      [
        'an own picture',
        client.call(changeAvatar, { body: params, files }),
        !is('observer', 'guest'),
      ],
    ] as const;
    for (const [what, answer, open] of calls) {
      const { ok, status } = await answer;
      expect([what, ok ? 'done' : status]).toEqual([what, open ? 'done' : 403]);
    }
    const { data: people } = await client.ok(listUsers);
    expect(people.some((person) => 'email' in person)).toBe(is('state admin', 'observer'));
  },
);

test('220b, 231a: the observer is refused every change to the own account, and stays who they were', async ({
  app,
}) => {
  const { account, client } = await enter(app, 'observer');
  const params = { id: account?.id ?? '' };
  const changing = await client.call(updateUser, { params, body: { firstName: 'Hauwa' } });
  expect(changing).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  const picture = await client.call(changeAvatar, { body: params });
  expect(picture).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect((await client.ok(readUser, { params })).data.firstName).toBe('Amina');
});
