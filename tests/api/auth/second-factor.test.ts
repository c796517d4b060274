import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proposeFee } from '#contract/fees.ts';
import { proofNeeded } from '#contract/proof.ts';
import { proveAgain, readFactors, removeApp, signInWithCode } from '#contract/second-factor.ts';
import { forgotPassword, resetPassword } from '#contract/sign-in.ts';
import { readUser } from '#contract/users.ts';
import { renewEncrypted } from '#server/features/auth/authenticator-app.ts';
import { createSecretBox } from '#server/features/auth/secret-box.ts';
import { createTokens, hashCode } from '#server/features/auth/tokens.ts';
import { createClient, openSession, withoutStep } from '#tests/support/client.ts';
import { testPassword } from '#tests/support/factories.ts';
import { until } from '#tests/support/journey.ts';
import { codeIn, mailsTo } from '#tests/support/mails.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { codeOf, stepOf, withApp } from '#tests/support/second-factor.ts';
import { startTestApp, type TestApp, testSecret } from '#tests/support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const enter = (step: string, code: string) =>
  createClient(app.url).call(signInWithCode, { body: { step, code } });

const wrong = { status: 401, body: { code: 'wrong_code' } };

describe('an authenticator app', () => {
  test('is asked for after the password, and its code signs in once', async () => {
    const person = await withApp(app, 'state admin');
    const step = await stepOf(app, person.email);
    for (const code of ['000000', '００００００', '😀😀😀'])
      expect(await enter(step, code)).toMatchObject(wrong);
    const code = codeOf(person.secret);
    const answers = await Promise.all([enter(step, code), enter(step, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await enter(await stepOf(app, person.email), code)).toMatchObject(wrong);
  });

  test('takes five tries a sign-in, and twenty in a quarter of an hour', async () => {
    const person = await withApp(app, 'state admin');
    for (let round = 0; round < 4; round += 1) {
      const step = await stepOf(app, person.email);
      for (let tries = 0; tries < 5; tries += 1)
        await app.owner
          .updateTable('sign_in_steps')
          .set((eb) => ({ tries: eb('tries', '+', 1) }))
          .where('user_id', '=', person.id)
          .where('tries', '<', 5)
          .execute();
      const over = { status: 401, body: { code: 'step_over' } };
      expect(await enter(step, codeOf(person.secret))).toMatchObject(over);
    }
    await expect(stepOf(app, person.email)).rejects.toThrow('too many wrong codes');
  });

  test('takes no more than twenty tries either from steps that were opened beforehand', async () => {
    const person = await withApp(app, 'state admin');
    const steps: string[] = [];
    for (let opened = 0; opened < 5; opened += 1) steps.push(await stepOf(app, person.email));
    await app.owner
      .updateTable('sign_in_steps')
      .set({ tries: 4 })
      .where('user_id', '=', person.id)
      .execute();
    const answers = await Promise.all(steps.map((step) => enter(step, '000000')));
    const codes = answers.map(({ status }) => status).sort();
    expect(codes).toEqual([429, 429, 429, 429, 429]);
  });

  test('is asked for after a password set by a mailed link too', async () => {
    const { email } = await withApp(app, 'state admin');
    const nobody = createClient(app.url);
    await nobody.ok(forgotPassword, { body: { email } });
    // The mail that tells of the factor may come before or after it.
    const sent = async () => (await mailsTo(app, email)).map(codeIn).find(Boolean);
    await until('the link has come', async () => (await sent()) !== undefined);
    const token = (await sent()) ?? '';
    const body = { password: testPassword, confirmPassword: testPassword };
    const answer = await nobody.ok(resetPassword, { params: { token }, body });
    expect(() => withoutStep(answer)).toThrow('A second factor is asked for.');
  });

  test('is stored encrypted, and is removed with its recovery codes', async () => {
    const { id, client, email, secret } = await withApp(app, 'state admin');
    const { secret: stored } = await app.owner
      .selectFrom('totp_keys')
      .select('secret')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(stored).not.toContain(secret);
    await client.ok(removeApp);
    expect((await client.ok(readFactors)).data).toMatchObject({ app: false, recoveryCodes: 0 });
    await openSession(app.url, email);
  });
});

test('a recovery code signs in once, in any capitals', async () => {
  const { email, recoveryCodes, client } = await withApp(app, 'state admin');
  const [code = ''] = recoveryCodes;
  const answer = await enter(await stepOf(app, email), ` ${code.toUpperCase()} `);
  expect(answer).toMatchObject({ status: 200 });
  expect(await enter(await stepOf(app, email), code)).toMatchObject(wrong);
  expect((await client.ok(readFactors)).data.recoveryCodes).toBe(9);
});

test('a recovery code is no use to who has the database alone, and outlives a change of the secret', async () => {
  const { id, email, recoveryCodes } = await withApp(app, 'state admin');
  const [first = '', second = ''] = recoveryCodes;
  const stored = async () => {
    const codes = app.owner.selectFrom('recovery_codes').select('code_hash');
    return (await codes.where('user_id', '=', id).execute()).map(({ code_hash }) => code_hash);
  };
  const hashes = recoveryCodes.map(hashCode);
  expect(await stored()).toHaveLength(10);
  expect((await stored()).filter((one) => hashes.includes(one))).toEqual([]);

  // As they were kept before: they are taken, and encrypted at the next start.
  await app.owner.deleteFrom('recovery_codes').where('user_id', '=', id).execute();
  await app.owner
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: id, code_hash })))
    .execute();
  expect(await enter(await stepOf(app, email), first)).toMatchObject({ status: 200 });
  const [young, secretBox] = ['the secret of today, long enough', createSecretBox([testSecret])];
  await renewEncrypted({ db: app.db, secretBox });
  expect((await stored()).filter((one) => hashes.includes(one))).toEqual([hashCode(first)]);
  const rotated = createSecretBox([young, testSecret]);
  expect(await renewEncrypted({ db: app.db, secretBox: rotated })).toBeGreaterThanOrEqual(9);
  expect(await renewEncrypted({ db: app.db, secretBox: rotated })).toBe(0);
  const opened = (await stored()).map((one) => createSecretBox([young]).open(one));
  expect(opened.filter(Boolean).sort()).toEqual(hashes.slice(1).sort());
  await renewEncrypted({ db: app.db, secretBox: createSecretBox([testSecret, young]) });
  const step = await stepOf(app, email);
  const answers = await Promise.all([enter(step, second), enter(await stepOf(app, email), second)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
});

describe('before a decision over money', () => {
  let ahead = 9;
  /** Proposes a fee, each time for another day. */
  const setting = ({ client }: Pick<Person, 'client'>) => {
    ahead += 1;
    const from = new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
    const body = { amount: 7_000, from, reason: 'The gazette.', organisation: 'Kaduna' };
    return client.call(proposeFee, { params: { id: 'LGC-01' }, body });
  };
  const longAgo = ({ id }: Person) =>
    app.owner
      .updateTable('sessions')
      .set({ proved_at: new Date(Date.now() - 11 * 60_000) })
      .where('user_id', '=', id)
      .execute();
  const asked = { status: 403, body: { code: proofNeeded } };

  test('the password is asked for again after ten minutes', async () => {
    const person = await makePerson(app, 'state admin');
    expect(await setting(person)).toMatchObject({ status: 200 });
    await longAgo(person);
    expect(await setting(person)).toMatchObject(asked);
    expect(await person.client.call(readUser, { params: { id: person.id } })).toMatchObject({
      status: 200,
    });
    const guess = await person.client.call(proveAgain, { body: { password: 'something else' } });
    expect(guess).toMatchObject({ status: 400 });
    expect(await setting(person)).toMatchObject(asked);
    await person.client.ok(proveAgain, { body: { password: testPassword } });
    expect(await setting(person)).toMatchObject({ status: 200 });
  });

  test('a code is asked for where there is a second factor, and the password is not enough', async () => {
    const person = await withApp(app, 'state admin');
    await longAgo(person);
    const byPassword = await person.client.call(proveAgain, { body: { password: testPassword } });
    expect(byPassword).toMatchObject({ status: 400 });
    expect(await setting(person)).toMatchObject(asked);
    await person.client.ok(proveAgain, { body: { code: codeOf(person.secret) } });
    expect(await setting(person)).toMatchObject({ status: 200 });
  });
});

test('what the secret of before signed or closed still holds, and no other', async () => {
  const [old, young] = ['the secret of before, long enough', 'the secret of today, long enough'];
  const [before, rotated] = [createSecretBox([old]), createSecretBox([young, old])];
  expect(rotated.open(before.close('a key'))).toBe('a key');
  expect(before.open(rotated.close('a key'))).toBeNull();
  const user = await openUser();
  const token = await createTokens([old]).sign('S1', user, new Date(Date.now() + 60_000));
  expect(await createTokens([young, old]).sessionOf(token)).toEqual({ id: 'S1' });
  expect(await createTokens([young]).sessionOf(token)).toBeNull();
});

test('a key that an earlier secret encrypted is encrypted anew, so that the secret can be dropped', async () => {
  const { id, secret } = await withApp(app, 'state admin');
  const stored = async () =>
    (
      await app.owner
        .selectFrom('totp_keys')
        .select('secret')
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow()
    ).secret;
  const young = 'the secret of today, long enough';
  const rotated = createSecretBox([young, testSecret]);
  await renewEncrypted({ db: app.owner, secretBox: rotated });
  expect(createSecretBox([young]).open(await stored())).toBe(secret);
  const once = await stored();
  expect(await renewEncrypted({ db: app.owner, secretBox: rotated })).toBe(0);
  expect(await stored()).toBe(once);
  await renewEncrypted({ db: app.owner, secretBox: createSecretBox([testSecret, young]) });
});

async function openUser() {
  const { id, client } = await makePerson(app, 'operator');
  return (await client.ok(readUser, { params: { id } })).data;
}
