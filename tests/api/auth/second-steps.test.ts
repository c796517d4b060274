import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginProof } from '#contract/passkeys.ts';
import { proveAgain, signInWithCode, signInWithPasskey } from '#contract/second-factor.ts';
import { login } from '#contract/sign-in.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { createClient } from '#tests/support/client.ts';
import { testPassword } from '#tests/support/factories.ts';
import { trailOf } from '#tests/support/journey.ts';
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
  app = await startTestApp({ DEMO: 'off' });
});
afterAll(() => app.stop());

const enter = (step: string, code: string) =>
  createClient(app.url).call(signInWithCode, { body: { step, code } });

/** What the trail says last of an account with this event. */
async function lastOf({ id }: Pick<Person, 'id'>, event: string) {
  return (await trailOf(app.db, { record: id })).findLast((row) => row.event === event);
}

const over = { status: 401, body: { code: 'step_over' } };

describe('a sign-in that waits for its code', () => {
  test.each([
    ['was closed meanwhile', { active: false }],
    ['is of a demo that is over', { demo: true }],
  ])('begins no session for an account that %s', async (_what, change) => {
    const person = await withApp(app);
    const step = await stepOf(app, person.email);
    await app.owner.updateTable('users').set(change).where('id', '=', person.id).execute();
    expect(await enter(step, codeOf(person.secret))).toMatchObject(over);
  });

  /** As if an account had answered wrongly so often in a step that was over so long ago. */
  const triedBefore = ({ id }: Person, tries: number, minutesAgo: number) =>
    app.owner
      .insertInto('sign_in_steps')
      .values({
        code_hash: `${id} ${minutesAgo}`,
        user_id: id,
        tries,
        expires_at: new Date(Date.now() - minutesAgo * 60_000),
      })
      .execute();

  test('takes the twentieth try of a quarter of an hour', async () => {
    const person = await withApp(app);
    const step = await stepOf(app, person.email);
    await triedBefore(person, 19, 14);
    expect(await enter(step, codeOf(person.secret))).toMatchObject({ status: 200 });
  });

  test('takes no twenty-first, however long ago the others were within it', async () => {
    const person = await withApp(app);
    const step = await stepOf(app, person.email);
    await triedBefore(person, 20, 14);
    const tooMany = { status: 429, body: { code: 'too_many_tries' } };
    expect(await enter(step, codeOf(person.secret))).toMatchObject(tooMany);
    const body = { email: person.email, password: testPassword };
    expect(await createClient(app.url).call(login, { body })).toMatchObject(tooMany);
  });

  test('forgets tries after a quarter of an hour', async () => {
    const person = await withApp(app);
    await triedBefore(person, 40, 16);
    const step = await stepOf(app, person.email);
    expect(await enter(step, codeOf(person.secret))).toMatchObject({ status: 200 });
  });
});

test('the trail says what ended a sign-in: app, recovery code or passkey', async () => {
  const person = await withApp(app);
  const { device } = await turnOnPasskey(app, person.client);
  const by = async () => (await lastOf(person, 'user.signed-in'))?.after;
  await enter(await stepOf(app, person.email), codeOf(person.secret));
  expect(await by()).toMatchObject({ by: 'authenticator app' });
  await enter(await stepOf(app, person.email), person.recoveryCodes[0] ?? '');
  expect(await by()).toMatchObject({ by: 'recovery code' });
  const { step, passkey } = await wholeStepOf(app, person.email);
  const body = { step, passkey: device.answer(passkey?.challenge ?? '') };
  await createClient(app.url).ok(signInWithPasskey, { body });
  expect(await by()).toMatchObject({ by: 'passkey' });
});

describe('who proves again who they are', () => {
  const proved = async (person: Person) => await lastOf(person, 'user.proved');

  test('does so by the password where there is no second factor, and is told when it is wrong', async () => {
    const person = await makePerson(app, 'operator');
    const prove = (password: string) => person.client.call(proveAgain, { body: { password } });
    expect(await prove('something else')).toMatchObject({
      status: 400,
      body: { fields: { password: 'This is not your password.' } },
    });
    expect(await proved(person)).toBeUndefined();
    const passkey = createAuthenticator(passkeyOrigin(app)).answer('bm90aGluZw');
    const body = { password: testPassword, passkey };
    expect(await person.client.call(proveAgain, { body })).toMatchObject({ status: 200 });
    expect(await proved(person)).toMatchObject({
      record_type: 'user',
      actor_id: person.id,
      after: { by: 'password' },
    });
  });

  test('does so by a code where there is an app, typed in any way', async () => {
    const person = await withApp(app);
    const prove = (code: string) => person.client.call(proveAgain, { body: { code } });
    expect(await prove('000000')).toMatchObject({
      status: 400,
      body: { fields: { code: 'This code is wrong or has already been used. Enter a new code.' } },
    });
    const [recovery = ''] = person.recoveryCodes;
    expect(await prove(` ${recovery.toUpperCase().replace('-', ' - ')} `)).toMatchObject({
      status: 200,
    });
    expect(await proved(person)).toMatchObject({ after: { by: 'code' } });
  });

  test('does so by a passkey or a code where there is a passkey, and is told when it is not theirs', async () => {
    const person = await makePerson(app, 'operator');
    const { device, recoveryCodes } = await turnOnPasskey(app, person.client);
    const prove = (body: unknown) => person.client.call(proveAgain, { body });
    const { data } = await person.client.ok(beginProof);
    const forged = device.answer(data.challenge, { forged: true });
    expect(await prove({ passkey: forged })).toMatchObject({
      status: 400,
      body: {
        fields: { passkey: 'This passkey was not accepted. Sign in again, or use a code.' },
      },
    });
    expect(await proved(person)).toBeUndefined();
    const { data: next } = await person.client.ok(beginProof);
    expect(await prove({ passkey: device.answer(next.challenge) })).toMatchObject({ status: 200 });
    expect(await proved(person)).toMatchObject({ after: { by: 'passkey' } });
    expect(await prove({ code: recoveryCodes[0] })).toMatchObject({ status: 200 });
    const others = [
      (code: string) => code.toUpperCase(),
      (code: string) => code.replace('-', ''),
      (code: string) => ` ${code.replace('-', ' – ')} `,
      (code: string) => code.replaceAll('i', 'l'),
      (code: string) => code.replaceAll('i', '1').split('').join(' '),
    ];
    for (const [index, typed] of others.entries())
      expect(
        await prove({ code: typed(recoveryCodes[index + 1] ?? '') }),
        String(typed),
      ).toMatchObject({ status: 200 });
    expect(await proved(person)).toMatchObject({ after: { by: 'code' } });
  });
});
