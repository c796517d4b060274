import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountState } from '#contract/places.ts';
import type { Role } from '#contract/roles.ts';
import { listUsers } from '#contract/users.ts';
import { asGuest, type Client } from '#tests/support/client.ts';
import { type Account, makeAccount } from '#tests/support/factories.ts';
import { makePerson } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

type Staff = Exclude<Role, 'guest'>;
type Person = Partial<Record<'first_name' | 'last_name' | 'username' | 'email', string>>;

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startTestApp();
  admin = await working('state admin', null);
});
afterAll(() => app.stop());

const working = (role: Staff, state: AccountState | null, zone: string | null = null) =>
  makePerson(app, role, { state, zone });

async function somebody(person: Person, place: { state?: AccountState; zone?: string } = {}) {
  const account = await makeAccount(app.db, 'operator', { state: 'Lagos', ...place });
  await app.owner.updateTable('users').set(person).where('id', '=', account.id).execute();
  return account;
}

const idsSeen = async (client: Client, query: Record<string, string> = {}) =>
  (await client.ok(listUsers, { query: { limit: '100', ...query } })).data.map(({ id }) => id);

const found = (client: Client, search: string) => idsSeen(client, { _searchfirstName: search });

describe('how much is told of a user', () => {
  const personal = ['email', 'phone', 'username', 'state', 'active', 'createdAt'];

  test.each<Staff>(['state admin', 'observer'])('a %s gets users in full', async (role) => {
    const { data } = await (await working(role, 'Kaduna')).ok(listUsers);
    for (const user of data) expect(Object.keys(user)).toEqual(expect.arrayContaining(personal));
  });

  test.each<Staff>(['zonal head', 'booking officer', 'operator'])(
    'a %s gets colleagues: id, names, role, zone, picture and when they were last active',
    async (role) => {
      const { data } = await (await working(role, 'Kaduna')).ok(listUsers);
      const told = ['id', '_id', 'firstName', 'lastName', 'role', 'zone', 'picture', 'lastActive'];
      expect(data.length).toBeGreaterThan(0);
      for (const user of data) expect(Object.keys(user).sort()).toEqual(told.sort());
    },
  );

  test('a password or its hash is never told', async () => {
    const text = JSON.stringify(await admin.ok(listUsers, { query: { limit: '100' } }));
    expect(text.replaceAll('ownPassword', '')).not.toMatch(/argon2|password/i);
  });

  test('a guest gets the staff of the demo as colleagues, and nobody else', async () => {
    const { id } = await makeAccount(app.db, 'operator');
    await app.owner.updateTable('users').set({ demo: true }).where('id', '=', id).execute();
    const { data } = await asGuest(app.url).ok(listUsers);
    expect(data.map((user) => user.id)).toEqual([id]);
    expect(data[0]).not.toHaveProperty('email');
  });

  test('an account that is not active is seen by those who see users, not by colleagues', async () => {
    const { id } = await makeAccount(app.db, 'operator', { state: 'Ogun', zone: 'Sagamu' });
    await app.db.updateTable('users').set({ active: false }).where('id', '=', id).execute();
    expect(await idsSeen(await working('observer', 'Ogun'))).toContain(id);
    expect(await idsSeen(await working('zonal head', 'Ogun'))).not.toContain(id);
  });
});

describe('scope', () => {
  let zaria: Account;
  let chikun: Account;
  let sagamu: Account;
  beforeAll(async () => {
    zaria = await makeAccount(app.db, 'operator', { state: 'Kaduna', zone: 'Zaria' });
    chikun = await makeAccount(app.db, 'operator', { state: 'Kaduna', zone: 'Chikun' });
    sagamu = await makeAccount(app.db, 'operator', { state: 'Ogun', zone: 'Sagamu' });
  });
  const seenOfThree = async (client: Client, query?: Record<string, string>) => {
    const seen = new Set(await idsSeen(client, query));
    return [zaria, chikun, sagamu].map(({ id }) => seen.has(id));
  };

  test.each<[string, Staff, AccountState | null, string | null, boolean[]]>([
    ['a zone sees its own people', 'zonal head', 'Kaduna', 'Zaria', [true, false, false]],
    ['headquarters see their state', 'observer', 'Kaduna', null, [true, true, false]],
    ['no state sees everybody', 'booking officer', null, null, [true, true, true]],
    [
      'a state admin of a zone sees that zone',
      'state admin',
      'Ogun',
      'Sagamu',
      [false, false, true],
    ],
  ])('%s', async (_rule, role, state, zone, seen) => {
    expect(await seenOfThree(await working(role, state, zone))).toEqual(seen);
  });

  test('a zone beyond the caller’s own is a 403, as in every list', async () => {
    const head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
    expect((await head.call(listUsers, { query: { zone: 'Zaria' } })).status).toBe(200);
    expect(await head.call(listUsers, { query: { zone: 'Chikun' } })).toMatchObject({
      status: 403,
      body: { code: 'out_of_scope' },
    });
  });

  test('an organisation narrows the list; one beyond the scope is a 403', async () => {
    expect(await seenOfThree(admin, { organisation: 'Ogun' })).toEqual([false, false, true]);
    expect(await seenOfThree(await working('observer', 'Kaduna'), { organisation: 'Kaduna' })) //
      .toEqual([true, true, false]);
    const beyond = await (
      await working('observer', 'Kaduna')
    ).call(listUsers, { query: { organisation: 'Lagos FRSC' } });
    expect(beyond).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
    const unknown = await admin.call(listUsers, { query: { organisation: 'Kano' } });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });
});

describe('search', () => {
  test('254a: finds a part of first name, last name, both, user name or email, whatever the capitals', async () => {
    const { id } = await somebody({
      first_name: 'Ɗanjuma',
      last_name: 'Ọlátúnjí',
      username: 'd.olatunji',
      email: 'the.head@kdsta.example',
    });
    for (const word of ['ɗanj', 'ọLÁTÚN', 'juma ọlá', 'D.OLA', 'head@KDSTA'])
      expect(await found(admin, word), word).toEqual([id]);
  });

  test('takes %, _ and \\ literally', async () => {
    const percent = await somebody({ username: 'ten%off' });
    const under = await somebody({ username: 'under_score' });
    const back = await somebody({ username: 'back\\slash' });
    expect(await found(admin, '%')).toEqual([percent.id]);
    expect(await found(admin, 'r_s')).toEqual([under.id]);
    expect(await found(admin, '\\')).toEqual([back.id]);
    expect(await found(admin, 'under%score')).toEqual([]);
  });

  test('colleagues cannot be guessed by a user name or email that is not shown', async () => {
    const { id } = await somebody({ first_name: 'Zulai', username: 'qx7', email: 'qy8@k.example' });
    const operator = await working('operator', 'Lagos');
    expect(await found(operator, 'Zulai')).toEqual([id]);
    expect(await found(operator, 'qx7')).toEqual([]);
    expect(await found(operator, 'qy8')).toEqual([]);
  });

  test('reaches no further than the scope', async () => {
    await somebody({ first_name: 'Farouk' }, { state: 'Lagos' });
    expect(await found(await working('state admin', 'Ogun'), 'Farouk')).toEqual([]);
  });
});

describe('order and pages', () => {
  test('who was added first comes first, so that a new user is the last of the list', async () => {
    const before = await idsSeen(admin, { organisation: 'Abuja FRSC' });
    const { id } = await makeAccount(app.db, 'operator', { state: 'Abuja' });
    expect(await idsSeen(admin, { organisation: 'Abuja FRSC' })).toEqual([...before, id]);
  });

  test('254b: sort=-lastActive puts the latest first and those who never signed in last', async () => {
    const client = await working('zonal head', 'Abuja', 'Bwari');
    const [never, early, late] = [
      await makeAccount(app.db, 'operator', { state: 'Abuja', zone: 'Bwari' }),
      await makeAccount(app.db, 'operator', { state: 'Abuja', zone: 'Bwari' }),
      await makeAccount(app.db, 'operator', { state: 'Abuja', zone: 'Bwari' }),
    ];
    const activeAt = (id: string, at: string) =>
      app.db.updateTable('users').set({ last_active: at }).where('id', '=', id).execute();
    await activeAt(early.id, '2020-01-01T00:00:00Z');
    await activeAt(late.id, '2099-01-01T00:00:00Z');
    const [first, ...rest] = await idsSeen(client, { sort: '-lastActive' });
    expect(first).toBe(late.id);
    expect(rest.slice(-2)).toEqual([early.id, never.id]);
  });

  test('sorts by name, role, zone and the time last active, both ways', async () => {
    const place = { state: 'Lagos', zone: 'Ikeja' } as const;
    const person = async (first_name: string, changes: object) => {
      const { id } = await somebody({ first_name, last_name: 'Sorted' }, place);
      await app.db.updateTable('users').set(changes).where('id', '=', id).execute();
      return id;
    };
    const [one, two, three] = [
      await person('bala', { role: 'observer', last_active: '2024-05-01T00:00:00Z' }),
      await person('Amina', { zone: null, last_active: '2025-05-01T00:00:00Z' }),
      await person('Chidi', { role: 'state admin', zone: 'Kosofe', last_active: null }),
    ];
    const sorted = (sort: string) => idsSeen(admin, { sort, _searchfirstName: 'Sorted' });
    for (const [sort, expected] of [
      ['createdAt', [one, two, three]],
      ['name', [two, one, three]],
      ['-name', [three, one, two]],
      ['role', [three, two, one]],
      ['-role', [one, two, three]],
      ['zone', [two, one, three]],
      ['-zone', [three, one, two]],
      ['lastActive', [one, two, three]],
      ['-lastActive', [two, one, three]],
    ] as const)
      expect(await sorted(sort), sort).toEqual(expected);
  });

  test('254a, 254c: pages hold everybody once, with the total and the ways on and back', async () => {
    const { total } = await admin.ok(listUsers, { query: { limit: '1' } });
    const seen: string[] = [];
    for (let page = 1; page <= Math.ceil(total / 7); page += 1) {
      const answer = await admin.ok(listUsers, { query: { limit: '7', page: String(page) } });
      expect(answer).toMatchObject({ total, limit: 7, count: answer.data.length });
      expect(answer.pagination.prev).toEqual(page > 1 ? { page: page - 1, limit: 7 } : undefined);
      expect(answer.pagination.next !== undefined).toBe(page * 7 < total);
      seen.push(...answer.data.map(({ id }) => id));
    }
    expect(new Set(seen).size).toBe(total);
  });

  test.each([
    ['sort', 'password'],
    ['sort', '-createdAt'],
    ['limit', '101'],
    ['page', '0'],
    ['_searchname', 'Musa'],
  ])('%s=%s is a 400', async (name, value) => {
    const answer = await admin.call(listUsers, { query: { [name]: value } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });
});
