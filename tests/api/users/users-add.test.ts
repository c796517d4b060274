import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passwordsDiffer } from '#contract/passwords.ts';
import { createUser } from '#contract/user-changes.ts';
import { listUsers, noPicture, readUser } from '#contract/users.ts';
import { asGuest, openSession } from '#tests/support/client.ts';
import { trailOf } from '#tests/support/journey.ts';
import { makePerson, type Person, type Place, type Staff } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const password = 'a password for somebody new';

let app: TestApp;
let admin: Person;
let everywhere: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  everywhere = await makePerson(app, 'state admin', { state: null });
});
afterAll(() => app.stop());

let made = 0;
function aUser(changes: Record<string, unknown> = {}) {
  made += 1;
  return {
    firstName: 'Aisha',
    lastName: 'Bello',
    username: 'abello',
    email: `aisha.${made}@kdsta.example`,
    phone: '0806 555 0148',
    role: 'booking officer',
    state: 'Kaduna',
    zone: 'Sabon Gari',
    password,
    ...changes,
  };
}

const add = (by: Person, body: unknown) => by.client.call(createUser, { body });

const usersOf = async (email: string) =>
  app.db.selectFrom('users').selectAll().where('email', '=', email).execute();

test('11, 255a: a state admin adds a user, who is answered, can sign in, and is the last of the list', async () => {
  const body = aUser();
  const answer = await add(admin, body);
  expect(answer.status).toBe(201);
  const { data } = await admin.client.ok(createUser, { body: aUser() });
  const shown = { username: 'abello', role: 'booking officer', zone: 'Sabon Gari', active: true };
  expect(answer.body).toMatchObject({ data: { ...shown, email: body.email, picture: noPicture } });
  await openSession(app.url, body.email, password);
  const list = await admin.client.ok(listUsers, { query: { limit: '100' } });
  expect(list.data.at(-1)?.id).toBe(data.id);
});

test('154b: the password is kept as a hash only, and is nowhere in the audit trail', async () => {
  const body = aUser();
  const { data } = await admin.client.ok(createUser, { body });
  const [row] = await usersOf(body.email);
  expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  const trail = await trailOf(app.db, { record: data.id });
  expect(trail).toMatchObject([
    { event: 'user.added', actor_id: admin.id, before: null, after: { email: body.email } },
    { event: 'user.link-made' },
  ]);
  expect(JSON.stringify(trail)).not.toMatch(/argon2|password/);
});

test('no state and no zone are empty text, and mean all states and headquarters', async () => {
  const { data } = await everywhere.client.ok(createUser, { body: aUser({ state: '', zone: '' }) });
  expect(data).toMatchObject({ state: null, zone: null });
  const few = { ...aUser({ zone: '' }), username: undefined, phone: undefined };
  expect((await admin.client.ok(createUser, { body: few })).data).toMatchObject({
    username: '',
    phone: '',
    zone: null,
  });
});

describe('an email address', () => {
  test('that is taken is a 409 that names the field, and changes nobody', async () => {
    const body = aUser();
    await admin.client.ok(createUser, { body });
    const again = await add(admin, { ...body, email: ` ${body.email.toUpperCase()}`, zone: '' });
    expect(again).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    expect(again.ok ? {} : again.body.fields).toHaveProperty('email');
    expect(await usersOf(body.email)).toMatchObject([{ zone: 'Sabon Gari' }]);
  });

  test('sent many times at once makes one user', async () => {
    const body = aUser();
    const answers = await Promise.all(Array.from({ length: 6 }, () => add(admin, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await usersOf(body.email)).toHaveLength(1);
  });
});

describe('nobody gives more than they hold', () => {
  test.each<[string, Place, Record<string, unknown>]>([
    ['another state', {}, { state: 'Ogun', zone: 'Sagamu' }],
    ['all states', {}, { state: '', zone: '' }],
    ['another zone than the own', { zone: 'Zaria' }, { zone: 'Chikun' }],
    ['headquarters, from a zone', { zone: 'Zaria' }, { zone: '' }],
  ])('%s is a 403', async (_what, held, place) => {
    const by = await makePerson(app, 'state admin', held);
    const body = aUser(place);
    expect(await add(by, body)).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
    expect(await usersOf(body.email)).toEqual([]);
  });

  test('a state admin without a state adds users everywhere', async () => {
    const place = { state: 'Abuja', zone: 'Gwagwalada' };
    expect((await everywhere.client.ok(createUser, { body: aUser(place) })).data) //
      .toMatchObject(place);
  });
});

describe('what is wrong is a 400 that names the field', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['no first name', { firstName: ' ' }, 'firstName'],
    ['no email', { email: 'aisha' }, 'email'],
    ['a role that nobody can have', { role: 'guest' }, 'role'],
    ['a short password', { password: 'short' }, 'password'],
    ['a zone of another state', { zone: 'Ikeja' }, 'zone'],
    ['a state without an organisation', { state: 'Kano' }, 'state'],
    ['a phone number in words', { phone: 'none' }, 'phone'],
  ])('%s', async (_what, wrong, field) => {
    const body = aUser(wrong);
    const answer = await add(admin, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(Object.keys(answer.ok ? {} : (answer.body.fields ?? {}))).toEqual([field]);
    expect(await usersOf(body.email)).toEqual([]);
  });

  test('a zone without a state', async () => {
    const answer = await add(everywhere, aUser({ state: '', zone: 'Zaria' }));
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });

  test('a confirmation that is another password, in the words of the form', async () => {
    const answer = await add(admin, aUser({ confirmPassword: 'another password' }));
    expect(answer).toMatchObject({
      status: 400,
      body: { error: passwordsDiffer, fields: { confirmPassword: passwordsDiffer } },
    });
    const same = aUser({ confirmPassword: password });
    expect((await add(admin, same)).status).toBe(201);
  });
});

test.each<Staff>(['zonal head', 'booking officer', 'operator', 'observer'])(
  'a %s adds nobody',
  async (role) => {
    const by = await makePerson(app, role);
    const body = aUser();
    expect(await add(by, body)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await usersOf(body.email)).toEqual([]);
  },
);

test('a guest adds nobody, and changes nobody', async () => {
  const guest = asGuest(app.url);
  expect((await guest.call(createUser, { body: aUser() })).status).toBe(403);
  expect((await guest.call(readUser, { params: { id: admin.id } })).status).toBe(403);
});
