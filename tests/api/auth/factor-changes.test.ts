import decode from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removePasskey } from '#contract/passkeys.ts';
import {
  addApp,
  confirmApp,
  readFactors,
  readFactorsOf,
  removeApp,
  renewRecoveryCodes,
  signInWithCode,
  takeFactors,
} from '#contract/second-factor.ts';
import { createSecretBox } from '#server/features/auth/secret-box.ts';
import type { QrCode } from '#server/qr-code.ts';
import { createClient } from '#tests/support/client.ts';
import { trailOf, until } from '#tests/support/journey.ts';
import { mailSaying, mailsTo } from '#tests/support/mails.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { codeOf, stepOf, turnOnApp, turnOnPasskey, withApp } from '#tests/support/second-factor.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const enter = (step: string, code: string) =>
  createClient(app.url).call(signInWithCode, { body: { step, code } });

const factor = 'authenticator app';
const exists = {
  status: 409,
  body: {
    code: 'factor_exists',
    error: 'You have already set up an authenticator app. Remove it first.',
  },
};
const notBegun = {
  status: 409,
  body: { code: 'factor_missing', error: 'Scan the QR code again.' },
};

/** What the trail says of a person's factors: what was there before, and after. */
async function trailOfFactors({ id }: Pick<Person, 'id'>) {
  const rows = await trailOf(app.db, { record: id });
  return rows
    .filter(({ event }) => event.includes('factor') || event.includes('recovery'))
    .map(({ event, record_type, before, after }) => ({ event, record_type, before, after }));
}

const row = (event: string, before: unknown, after: unknown) => ({
  event: `user.${event}`,
  record_type: 'user',
  before,
  after,
});

/** What a camera reads of a QR code, drawn with four pixels a square and a white margin. */
function readOf({ size, path }: QrCode): string {
  const [scale, margin] = [4, 4];
  const side = (size + 2 * margin) * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, left, top, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let y = 0; y < scale; y += 1) {
      const row = ((Number(top) + margin) * scale + y) * side;
      const from = row + (Number(left) + margin) * scale;
      data.fill(0, from * 4, (from + Number(length) * scale) * 4);
      for (let at = from; at < from + Number(length) * scale; at += 1) data[at * 4 + 3] = 255;
    }
  return decode({ width: side, height: side, data });
}

describe('an authenticator app', () => {
  test('is offered as a secret and as a QR code that says the product and the account', async () => {
    const { client, email } = await makePerson(app, 'operator');
    const { secret, address, qr } = (await client.ok(addApp)).data;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(address);
    expect(decodeURIComponent(url.pathname)).toContain(`Hanya:${email}`);
    expect(url.searchParams.get('issuer')).toBe('Hanya');
    expect(url.searchParams.get('secret')).toBe(secret);
    expect(readOf(qr)).toBe(address);
  });

  test('counts once its first code is entered, and begun twice, only the newer does', async () => {
    const person = await makePerson(app, 'operator');
    const { client } = person;
    await turnOnPasskey(app, client);
    const { secret: first } = (await client.ok(addApp)).data;
    const { secret } = (await client.ok(addApp)).data;
    expect(await enter(await stepOf(app, person.email), codeOf(secret))).toMatchObject({
      status: 401,
    });
    expect((await client.ok(readFactors)).data).toMatchObject({ app: false, required: false });
    const confirm = (code: string) => client.call(confirmApp, { body: { code } });
    expect(await confirm(codeOf(first))).toMatchObject({
      status: 400,
      body: { fields: { code: 'This code is wrong. Enter the one that the app shows now.' } },
    });
    // The recovery codes of the first factor stay as they are.
    expect(await confirm(codeOf(secret))).toMatchObject({ status: 200, body: { data: [] } });
    expect((await client.ok(readFactors)).data).toMatchObject({ app: true, recoveryCodes: 10 });
    expect(await trailOfFactors(person)).toEqual([
      row('factor-begun', null, { factor: 'passkey' }),
      row('factor-added', null, { factor: 'passkey Phone', recoveryCodes: 10 }),
      row('factor-begun', null, { factor }),
      row('factor-begun', null, { factor }),
      row('factor-added', null, { factor, recoveryCodes: 0 }),
    ]);
  });

  test('is set up once, and removed once', async () => {
    const { client } = await makePerson(app, 'operator');
    expect(await client.call(confirmApp, { body: { code: '000000' } })).toMatchObject(notBegun);
    expect(await client.call(removeApp)).toMatchObject(notBegun);
    const { secret } = await turnOnApp(client);
    expect(await client.call(addApp)).toMatchObject(exists);
    const body = { code: codeOf(secret, 1) };
    expect(await client.call(confirmApp, { body })).toMatchObject(exists);
    await client.ok(removeApp);
    expect(await client.call(removeApp)).toMatchObject(notBegun);
  });

  test('is told to its owner by mail when it is added and when it is removed', async () => {
    const person = await withApp(app);
    const { email } = person;
    await mailSaying(app, email, 'Subject: A second factor was added: authenticator app');
    await mailSaying(app, email, 'The authenticator app was added as a second factor');
    await person.ok(removeApp);
    await mailSaying(app, email, 'Subject: A second factor was removed: authenticator app');
    await mailSaying(app, email, 'select Forgot password on the sign-in page at once');
    expect((await trailOfFactors(person)).at(-1)).toEqual(row('factor-removed', { factor }, null));
    expect(await person.call(removeApp)).toMatchObject(notBegun);
    expect(await person.call(confirmApp, { body: { code: '000000' } })).toMatchObject(notBegun);
    // What was refused is told to nobody, also not until the next mail has come.
    await turnOnApp(person);
    const told = async (what: string) =>
      (await mailsTo(app, email)).filter((mail) => mail.includes(`factor was ${what}: `)).length;
    await until('it is told anew', async () => (await told('added')) > 1);
    expect([await told('added'), await told('removed')]).toEqual([2, 1]);
  });

  test('whose key a lost secret encrypted shows no code that fits', async () => {
    const person = await withApp(app);
    const lost = createSecretBox(['a secret that nobody has any more']);
    await app.owner
      .updateTable('totp_keys')
      .set({ secret: lost.close(person.secret) })
      .where('user_id', '=', person.id)
      .execute();
    expect(await enter(await stepOf(app, person.email), codeOf(person.secret))).toMatchObject({
      status: 401,
      body: { code: 'wrong_code' },
    });
  });
});

describe('recovery codes', () => {
  test('stay while there is a second factor, and go with the last', async () => {
    const person = await withApp(app);
    const { device } = await turnOnPasskey(app, person);
    const left = async () => (await person.ok(readFactors)).data.recoveryCodes;
    await person.ok(removeApp);
    expect(await left()).toBe(10);
    await turnOnApp(person);
    await person.ok(removePasskey, { params: { id: device.id } });
    expect(await left()).toBe(10);
    await person.ok(removeApp);
    expect(await left()).toBe(0);
  });

  test('are made anew in place of the others, where there is a second factor', async () => {
    const person = await withApp(app);
    const { data } = await person.ok(renewRecoveryCodes);
    expect(new Set([...data, ...person.recoveryCodes]).size).toBe(20);
    for (const code of data) expect(code).toMatch(/^[a-km-z2-9]{5}-[a-km-z2-9]{5}$/);
    const [old = '', fresh = ''] = [person.recoveryCodes[0], data[0]];
    const step = await stepOf(app, person.email);
    expect(await enter(step, old)).toMatchObject({ status: 401 });
    expect(await enter(step, fresh)).toMatchObject({ status: 200 });
    expect((await trailOfFactors(person)).at(-1)).toEqual(
      row('recovery-codes-made', null, { recoveryCodes: 10 }),
    );
    const { client } = await makePerson(app, 'operator');
    expect(await client.call(renewRecoveryCodes)).toMatchObject({
      status: 409,
      body: { code: 'factor_missing', error: 'This account has no second factor.' },
    });
  });
});

test('what a state admin takes away from somebody is gone wholly, and only from them', async () => {
  const admin = await makePerson(app, 'state admin');
  const [officer, other] = [await withApp(app), await withApp(app)];
  await turnOnPasskey(app, officer);
  const params = { id: officer.id };
  expect((await admin.ok(readFactorsOf, { params })).data).toEqual({
    app: true,
    passkeys: 1,
  });
  expect(await admin.call(takeFactors, { params: { id: admin.id } })).toMatchObject({
    body: { error: 'Remove your own second factor on the Security page.' },
  });
  await admin.ok(takeFactors, { params });
  expect((await admin.ok(readFactorsOf, { params })).data).toEqual({
    app: false,
    passkeys: 0,
  });
  const codes = app.owner.selectFrom('recovery_codes').select('user_id');
  expect(await codes.where('user_id', '=', officer.id).execute()).toEqual([]);
  expect((await other.ok(readFactors)).data).toMatchObject({ app: true, recoveryCodes: 10 });
  expect((await trailOfFactors(officer)).at(-1)).toEqual(
    row(
      'factors-taken',
      { app: true, passkeys: 1, sessions: 1 },
      { app: false, passkeys: 0, sessions: 0 },
    ),
  );
  await mailSaying(app, officer.email, 'Subject: Your second factor was removed');
  await mailSaying(app, officer.email, 'tell another state admin at once');
});
