import { afterAll, beforeAll, expect, test } from 'vitest';
import { passwordsDiffer } from '#contract/passwords.ts';
import { forgotPassword, register, resetPassword } from '#contract/sign-in.ts';
import { readUser } from '#contract/users.ts';
import { hashOfSetup, openSetup } from '#server/features/auth/setup.ts';
import { typedCode } from '#server/features/auth/tokens.ts';
import { createClient } from '#tests/support/client.ts';
import { makeAccount, testPassword } from '#tests/support/factories.ts';
import { trailOf } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const admin = (setupCode: string, changes: object = {}) => ({
  email: 'hauwa@example.com',
  password: testPassword,
  firstName: 'Hauwa',
  lastName: 'Bello',
  setupCode,
  ...changes,
});
const ask = (setupCode: string, changes?: object) =>
  createClient(app.url).call(register, { body: admin(setupCode, changes) });
const wrongCode = { status: 403, body: { code: 'wrong_setup_code' } };
const closed = { status: 403, body: { code: 'registration_closed' } };

// The order matters: each test continues with the installation as the one before left it.
test('in a demo, which prints no code, nobody registers', async () => {
  const error = 'This is a demo. Sign in with one of the accounts that its sign-in page offers.';
  expect(await ask('')).toMatchObject({ ...closed, body: { error } });
});

test('a code of an earlier start, an empty one and a wrong one are a 403', async () => {
  const earlier = (await openSetup(app.db)) ?? '';
  await openSetup(app.db);
  for (const code of [earlier, '', 'guess']) expect(await ask(code)).toMatchObject(wrongCode);
});

test('an address that a demo account has is a 409, and the code stays good', async () => {
  const { id, email } = await makeAccount(app.db, 'state admin');
  await app.owner.updateTable('users').set({ demo: true }).where('id', '=', id).execute();
  const code = (await openSetup(app.db)) ?? '';
  const typed = code.toLowerCase().replaceAll('-', ' ');
  expect(await ask(typed, { email })).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  expect(await app.db.selectFrom('setup_codes').select('used_at').execute()).toEqual([
    { used_at: null },
  ]);
});

test.each([
  ['in small letters', (code: string) => code.toLowerCase()],
  ['without its hyphens', (code: string) => code.replaceAll('-', '')],
  ['with blanks for hyphens, and around it', (code: string) => ` ${code.replaceAll('-', ' ')}\n`],
  ['with long dashes', (code: string) => code.replaceAll('-', '–')],
  ['in wide letters', (code: string) => code.replaceAll('A', 'Ａ').replaceAll('7', '７')],
])('a set-up code is the same %s, and nothing but it is', (_how, typed) => {
  const code = typedCode();
  expect(hashOfSetup(typed(code))).toBe(hashOfSetup(code));
  expect(hashOfSetup(typed(typedCode()))).not.toBe(hashOfSetup(code));
  expect(hashOfSetup(typed(code).trim().slice(0, -1))).not.toBe(hashOfSetup(code));
});

test('247b: of two who register at once with the right code one becomes the state admin, the other is told', async () => {
  const code = (await openSetup(app.db)) ?? '';
  const both = [{ state: 'Kaduna' }, { state: 'Kaduna', email: 'second@example.com' }];
  const answers = await Promise.all(both.map((changes) => ask(code, changes)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  const won = answers.find(({ ok }) => ok);
  if (!won?.ok) throw new Error('Nobody could register.');
  expect(won.body.user).toMatchObject({ role: 'state admin', state: 'Kaduna', zone: null });
  const { id } = won.body.user;
  const client = createClient(app.url, won.body.token);
  expect((await client.call(readUser, { params: { id } })).status).toBe(200);
  expect(answers.find(({ ok }) => !ok)).toMatchObject(closed);
  expect((await trailOf(app.db, { record: id })).map(({ event }) => event)).toEqual([
    'user.registered',
    'user.signed-in',
  ]);
});

test('after that no code is made, and registering is a 403 for everybody', async () => {
  expect(await openSetup(app.db)).toBeNull();
  expect(await ask('', { email: 'third@example.com' })).toMatchObject(closed);
});

test('a code still open is void once an account exists', async () => {
  await app.owner.updateTable('users').set({ demo: true }).execute();
  const code = (await openSetup(app.db)) ?? '';
  await makeAccount(app.db, 'state admin');
  expect(await ask(code, { email: 'fourth@example.com' })).toMatchObject(closed);
});

test('passwords that differ or are short are a 400 in the words of the form', async () => {
  const set = (password: string, confirmPassword: string) =>
    createClient(app.url).call(resetPassword, {
      params: { token: 'any' },
      body: { password, confirmPassword },
    });
  expect(await set('long enough to take', 'but not the same')).toMatchObject({
    status: 400,
    body: {
      error: 'Password and Confirm password should be the same',
      fields: { confirmPassword: passwordsDiffer },
    },
  });
  expect((await set('too short', 'too short')).status).toBe(400);
  expect((await set('x'.repeat(201), 'x'.repeat(201))).status).toBe(400);
});

test('the sixth reset mail for one address in a minute is a 429', async () => {
  const body = { email: 'somebody@example.com' };
  for (let tries = 0; tries < 5; tries += 1)
    expect((await createClient(app.url).call(forgotPassword, { body })).status).toBe(200);
  expect((await createClient(app.url).call(forgotPassword, { body })).status).toBe(429);
});
