import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginProof } from '#contract/passkeys.ts';
import {
  proveAgain,
  readFactors,
  signInWithCode,
  signInWithPasskey,
} from '#contract/second-factor.ts';
import { changePassword } from '#contract/security.ts';
import { forgotPassword, resetPassword } from '#contract/sign-in.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { createClient } from '#tests/support/client.ts';
import { trailOf } from '#tests/support/journey.ts';
import { codeIn, mailSaying, mailTo } from '#tests/support/mails.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import {
  codeOf,
  passkeyOrigin,
  stepOf,
  turnOnPasskey,
  wholeStepOf,
  withApp,
} from '#tests/support/second-factor.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const nobody = () => createClient(app.url);
const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const refusedOften = (answers: readonly { status: number }[]) =>
  answers.filter(({ status }) => status === 429).length;

describe('a stranger who makes up what others were given stops nobody behind the same address', () => {
  test('in the second step, by code', async () => {
    const person = await withApp(app);
    const step = await stepOf(app, person.email);
    const body = (made: string) => ({ body: { step: made, code: '000000' } });
    const made = await times(70, (index) => nobody().call(signInWithCode, body(`x${index}`)));
    expect(refusedOften(made)).toBe(10);
    const wrong = { status: 401, body: { code: 'wrong_code' } };
    expect(await nobody().call(signInWithCode, body(step))).toMatchObject(wrong);
    const right = { body: { step, code: codeOf(person.secret) } };
    expect(await nobody().call(signInWithCode, right)).toMatchObject({ status: 200 });
    // It is over, and was not made up.
    const over = { status: 401, body: { code: 'step_over' } };
    expect(await nobody().call(signInWithCode, right)).toMatchObject(over);
  });

  test('in the second step, by passkey', async () => {
    const person = await makePerson(app, 'operator');
    const { device } = await turnOnPasskey(app, person);
    const { step, passkey } = await wholeStepOf(app, person.email);
    const forged = createAuthenticator(passkeyOrigin(app)).answer('bm90aGluZw');
    const made = await times(70, (index) =>
      nobody().call(signInWithPasskey, { body: { step: `y${index}`, passkey: forged } }),
    );
    expect(refusedOften(made)).toBeGreaterThanOrEqual(10);
    const body = { step, passkey: device.answer(passkey?.challenge ?? '') };
    expect(await nobody().call(signInWithPasskey, { body })).toMatchObject({ status: 200 });
  });

  test('with links for a new password', async () => {
    const person = await makePerson(app, 'operator');
    await nobody().ok(forgotPassword, { body: { email: person.email } });
    const token = codeIn(await mailTo(app, person.email));
    const body = {
      password: 'violet lantern harbour 71',
      confirmPassword: 'violet lantern harbour 71',
    };
    const made = await times(20, (index) =>
      nobody().call(resetPassword, { params: { token: `made-up-${index}` }, body }),
    );
    expect(refusedOften(made)).toBe(10);
    const used = { params: { token }, body };
    expect(await nobody().call(resetPassword, used)).toMatchObject({ status: 200 });
    const again = { status: 400, body: { code: 'reset_expired' } };
    expect(await nobody().call(resetPassword, used)).toMatchObject(again);
  });

  test('nor does a colleague who begins proofs', async () => {
    const [one, other] = [await makePerson(app, 'operator'), await makePerson(app, 'operator')];
    await turnOnPasskey(app, other);
    await times(40, () => one.call(beginProof));
    expect(await one.call(beginProof)).toMatchObject({ status: 429 });
    expect(await other.call(beginProof)).toMatchObject({ status: 200 });
  });
});

describe('wrong answers of an account are counted at sign-in and in its sessions together', () => {
  /** As if the account had answered wrongly so often a minute ago, at a sign-in. */
  const triedBefore = ({ id }: Person, tries: number) =>
    app.owner
      .insertInto('sign_in_steps')
      .values({
        code_hash: `earlier ${id}`,
        user_id: id,
        tries,
        expires_at: new Date(Date.now() - 60_000),
      })
      .execute();

  const isSignedIn = async ({ client }: Person) => (await client.call(readFactors)).status !== 401;

  test('and the twentieth ends the session and is told its owner', async () => {
    const person = await withApp(app);
    await triedBefore(person, 17);
    const guess = () => person.call(proveAgain, { body: { code: '000000' } });
    for (const _ of [18, 19]) expect(await guess()).toMatchObject({ status: 400 });
    expect(await isSignedIn(person)).toBe(true);
    expect(await guess()).toMatchObject({ status: 401, body: { code: 'too_many_tries' } });
    expect(await isSignedIn(person)).toBe(false);
    await mailSaying(app, person.email, 'twenty wrong codes');
    const events = (await trailOf(app.db, { record: person.id })).map(({ event }) => event);
    expect(events).toContain('user.sessions-ended');
    // Nor does a sign-in go on with the guessing.
    await expect(stepOf(app, person.email)).rejects.toThrow('too many wrong codes');
  });

  test('of guesses that come at once no more are looked at', async () => {
    const person = await withApp(app);
    await triedBefore(person, 16);
    const guesses = await times(9, () => person.call(proveAgain, { body: { code: '000000' } }));
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(3);
    expect(await isSignedIn(person)).toBe(false);
  });

  test('and not even the right one counts after too many at sign-in, but the session goes on', async () => {
    const person = await withApp(app);
    await triedBefore(person, 20);
    const body = { code: codeOf(person.secret) };
    const tooMany = { status: 429, body: { code: 'too_many_tries' } };
    expect(await person.call(proveAgain, { body })).toMatchObject(tooMany);
    expect(await isSignedIn(person)).toBe(true);
  });

  test.each([
    ['passwords', proveAgain, { password: 'not this one' }],
    [
      'current passwords',
      changePassword,
      {
        current: 'not this one',
        password: 'violet lantern 71',
        confirmPassword: 'violet lantern 71',
      },
    ],
  ] as const)('so are %s', async (_what, endpoint, body) => {
    const person = await makePerson(app, 'operator');
    await app.owner
      .updateTable('users')
      .set({ own_password: true })
      .where('id', '=', person.id)
      .execute();
    await triedBefore(person, 18);
    const guess = () => person.call(endpoint, { body });
    expect(await guess()).toMatchObject({ status: 400 });
    expect(await guess()).toMatchObject({ status: 401 });
    expect(await isSignedIn(person)).toBe(false);
  });

  test('and the right one is taken after nineteen', async () => {
    const person = await withApp(app);
    await triedBefore(person, 19);
    const body = { code: codeOf(person.secret) };
    expect(await person.call(proveAgain, { body })).toMatchObject({ status: 200 });
  });
});
