import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPasskey, beginPasskey, beginProof, removePasskey } from '#contract/passkeys.ts';
import {
  proveAgain,
  readFactors,
  signInWithCode,
  signInWithPasskey,
} from '#contract/second-factor.ts';
import { relyingParty } from '#server/features/auth/relying-party.ts';
import {
  type Authenticator,
  createAuthenticator,
  type Deviation,
} from '#tests/support/authenticator.ts';
import { createClient } from '#tests/support/client.ts';
import { mailTo } from '#tests/support/mails.ts';
import { makePerson } from '#tests/support/people.ts';
import { passkeyOrigin, turnOnPasskey, wholeStepOf } from '#tests/support/second-factor.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function withPasskey() {
  const person = await makePerson(app, 'state admin');
  return { ...person, ...(await turnOnPasskey(app, person.client)) };
}

/** A sign-in that waits, with what is to be signed for it. */
async function waiting(email: string) {
  const { step, passkey } = await wholeStepOf(app, email);
  if (passkey === null) throw new Error('No passkey is asked for.');
  return { step, challenge: passkey.challenge, ids: passkey.allowCredentials.map(({ id }) => id) };
}

const answer = (step: string, passkey: unknown) =>
  createClient(app.url).call(signInWithPasskey, { body: { step, passkey } });

const refused = { status: 401, body: { code: 'wrong_passkey' } };

describe('a passkey', () => {
  test('is asked for after the password and signs in, an answer of it once', async () => {
    const { email, device, client } = await withPasskey();
    expect(await mailTo(app, email)).toContain('passkey Phone');
    const { step, challenge, ids } = await waiting(email);
    expect(ids).toEqual([device.id]);
    const signed = device.answer(challenge);
    const answers = await Promise.all([answer(step, signed), answer(step, signed)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const again = await waiting(email);
    expect(await answer(again.step, signed)).toMatchObject(refused);
    const { data } = await client.ok(readFactors);
    expect(data.passkeys).toMatchObject([{ id: device.id, name: 'Phone' }]);
    expect(data.passkeys[0]?.usedAt).not.toBeNull();
  });

  test.each<[what: string, deviation: Deviation]>([
    ['from another page', { origin: 'https://hanya.example.evil' }],
    ['for another product', { rpId: 'evil.example' }],
    ['to another challenge', { challenge: 'bm90aGluZw' }],
    ['by another key', { forged: true }],
    ['without looking at its owner', { verified: false }],
    ['of a copy, whose counter lags behind', { counter: 1 }],
  ])(
    'is refused when it answers %s, and that sign-in takes no second answer',
    async (_, deviation) => {
      const { email, device } = await withPasskey();
      const { step, challenge } = await waiting(email);
      expect(await answer(step, device.answer(challenge, deviation))).toMatchObject(refused);
      expect(await answer(step, device.answer(challenge))).toMatchObject(refused);
      const next = await waiting(email);
      expect(await answer(next.step, device.answer(next.challenge))).toMatchObject({ status: 200 });
    },
  );

  test('of somebody else does not sign in', async () => {
    const [owner, other] = [await withPasskey(), await withPasskey()];
    const { step, challenge } = await waiting(owner.email);
    expect(await answer(step, other.device.answer(challenge))).toMatchObject(refused);
  });

  test('lies beside recovery codes, which sign in too, once', async () => {
    const { email, recoveryCodes } = await withPasskey();
    expect(recoveryCodes).toHaveLength(10);
    const enter = async () => {
      const { step } = await waiting(email);
      const body = { step, code: recoveryCodes[0] };
      return (await createClient(app.url).call(signInWithCode, { body })).status;
    };
    expect(await enter()).toBe(200);
    expect(await enter()).toBe(401);
  });

  test.each<[what: string, deviation: Deviation]>([
    ['on another page', { origin: 'https://hanya.example.evil' }],
    ['for another product', { rpId: 'evil.example' }],
    ['for another challenge', { challenge: 'bm90aGluZw' }],
    ['without looking at its owner', { verified: false }],
  ])('made %s is not added', async (_, deviation) => {
    const { client } = await makePerson(app, 'operator');
    const { data } = await client.ok(beginPasskey);
    const device = createAuthenticator(passkeyOrigin(app));
    const add = (how: Deviation) =>
      client.call(addPasskey, {
        body: { name: 'Phone', passkey: device.register(data.challenge, how) },
      });
    expect(await add(deviation)).toMatchObject({ status: 400, body: { code: 'invalid' } });
    // What was to be signed counts once.
    expect(await add({})).toMatchObject({ status: 400 });
    expect((await client.ok(readFactors)).data.passkeys).toEqual([]);
  });

  test('is removed by its owner alone, and the last one takes the recovery codes along', async () => {
    const [owner, other] = [await withPasskey(), await withPasskey()];
    const remove = (client: typeof owner.client) =>
      client.call(removePasskey, { params: { id: owner.device.id } });
    expect(await remove(other.client)).toMatchObject({ status: 404 });
    expect(await remove(owner.client)).toMatchObject({ status: 200 });
    const { data } = await owner.client.ok(readFactors);
    expect(data).toMatchObject({ passkeys: [], recoveryCodes: 0 });
  });
});

test('a passkey proves again who is there, an answer of it once and in its own session', async () => {
  const { client, device } = await withPasskey();
  const prove = (passkey: ReturnType<Authenticator['answer']>) =>
    client.call(proveAgain, { body: { passkey } });
  const { data } = await client.ok(beginProof);
  const signed = device.answer(data.challenge);
  expect(await prove(signed)).toMatchObject({ status: 200 });
  expect(await prove(signed)).toMatchObject({ status: 400 });
  expect(await prove(device.answer(data.challenge))).toMatchObject({ status: 400 });
  expect(await client.call(proveAgain, { body: { password: 'something' } })).toMatchObject({
    status: 400,
    body: { fields: { code: expect.any(String) as unknown } },
  });
});

test('passkeys belong to the name in the address; a number has none, this machine is localhost', () => {
  expect(relyingParty('https://hanya.kdsta.gov.ng')).toEqual({
    id: 'hanya.kdsta.gov.ng',
    origin: 'https://hanya.kdsta.gov.ng',
  });
  expect(relyingParty('http://127.0.0.1:4400')).toEqual({
    id: 'localhost',
    origin: 'http://localhost:4400',
  });
  expect(relyingParty('https://192.0.2.7')).toBeNull();
});
