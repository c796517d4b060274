import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPasskey, beginPasskey, beginProof, removePasskey } from '#contract/passkeys.ts';
import { proveAgain, readFactors } from '#contract/second-factor.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { trailOf } from '#tests/support/journey.ts';
import { mailSaying, mailsTo } from '#tests/support/mails.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { passkeyOrigin, turnOnPasskey, wholeStepOf } from '#tests/support/second-factor.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const notMade = {
  status: 400,
  body: {
    fields: {
      passkey:
        'The passkey was not accepted. It was for another page, or you took too long. Try again.',
    },
  },
};
const enough = {
  status: 409,
  body: {
    code: 'too_many_passkeys',
    error: 'An account can have at most 10 passkeys. Remove one that you no longer use.',
  },
};

const aDevice = () => createAuthenticator(passkeyOrigin(app));

async function challengeFor({ client }: Person): Promise<string> {
  return (await client.ok(beginPasskey)).data.challenge;
}

const add = ({ client }: Person, challenge: string, device = aDevice(), name = 'Phone') =>
  client.call(addPasskey, { body: { name, passkey: device.register(challenge) } });

/** As if the account had so many more passkeys. */
const givePasskeys = ({ id }: Person, count: number) =>
  app.owner
    .insertInto('passkeys')
    .values(
      Array.from({ length: count }, (_, index) => ({
        id: `${id}-${index}`,
        user_id: id,
        name: `Key ${index}`,
        public_key: Buffer.from('no key'),
        counter: 0,
        transports: ['usb'],
      })),
    )
    .execute();

const outdate = () =>
  app.owner
    .updateTable('passkey_challenges')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .execute();

test('a browser is told for whom and where a passkey is made, and which there are', async () => {
  const person = await makePerson(app, 'operator');
  const { device } = await turnOnPasskey(app, person.client);
  const { data } = await person.client.ok(beginPasskey);
  expect(data).toMatchObject({
    rp: { name: 'Hanya', id: 'localhost' },
    user: { name: person.email, id: Buffer.from(person.id).toString('base64url') },
    timeout: 300_000,
    excludeCredentials: [{ id: device.id, transports: ['internal'], type: 'public-key' }],
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  const { passkey } = await wholeStepOf(app, person.email);
  expect(passkey).toMatchObject({
    rpId: 'localhost',
    timeout: 300_000,
    allowCredentials: [{ id: device.id, transports: ['internal'], type: 'public-key' }],
    userVerification: 'required',
  });
});

test('an account has ten passkeys at most', async () => {
  const person = await makePerson(app, 'operator');
  const challenge = await challengeFor(person);
  await givePasskeys(person, 10);
  expect(await add(person, challenge)).toMatchObject(enough);
  expect(await person.client.call(beginPasskey)).toMatchObject(enough);
  await app.owner.deleteFrom('passkeys').where('id', '=', `${person.id}-9`).execute();
  expect(await add(person, await challengeFor(person))).toMatchObject({ status: 200 });
  expect((await person.client.ok(readFactors)).data.passkeys).toHaveLength(10);
});

test('a passkey is of one account, and is added once', async () => {
  const [person, other] = [await makePerson(app, 'operator'), await makePerson(app, 'operator')];
  const { device } = await turnOnPasskey(app, person.client);
  const known = {
    status: 409,
    body: { code: 'passkey_exists', error: 'This passkey is already registered.' },
  };
  for (const by of [person, other])
    expect(await add(by, await challengeFor(by), device)).toMatchObject(known);
  expect((await other.client.ok(readFactors)).data).toMatchObject({
    passkeys: [],
    recoveryCodes: 0,
  });
});

test('a passkey is made for what was asked last, within five minutes, in the session that asked', async () => {
  const [person, other] = [await makePerson(app, 'operator'), await makePerson(app, 'operator')];
  expect(await add(person, 'bm90aGluZw')).toMatchObject(notMade);
  const first = await challengeFor(person);
  expect(await add(other, first)).toMatchObject(notMade);
  await challengeFor(person);
  expect(await add(person, first)).toMatchObject(notMade);
  const late = await challengeFor(person);
  await outdate();
  expect(await add(person, late)).toMatchObject(notMade);
  expect(await add(person, await challengeFor(person))).toMatchObject({ status: 200 });
});

test('what is signed to prove who is there makes no passkey, nor the other way round, and not for ever', async () => {
  const person = await makePerson(app, 'operator');
  expect(await person.client.call(beginProof)).toMatchObject({
    status: 409,
    body: { code: 'factor_missing', error: 'This account has no passkey.' },
  });
  const { device } = await turnOnPasskey(app, person.client);
  const prove = (challenge: string) =>
    person.client.call(proveAgain, { body: { passkey: device.answer(challenge) } });
  const { data: proof } = await person.client.ok(beginProof);
  expect(await add(person, proof.challenge)).toMatchObject(notMade);
  expect(await prove(await challengeFor(person))).toMatchObject({ status: 400 });
  const { data: late } = await person.client.ok(beginProof);
  await outdate();
  expect(await prove(late.challenge)).toMatchObject({ status: 400 });
  const trail = await trailOf(app.db, { record: person.id });
  expect(trail.findLast(({ event }) => event === 'user.proof-begun')).toMatchObject({
    record_type: 'user',
    after: { by: 'passkey' },
  });
});

test('passkeys are listed in the order they were added, and a removed one is told by its name', async () => {
  const person = await makePerson(app, 'operator');
  const { device: first } = await turnOnPasskey(app, person.client, 'Phone');
  const { device: second } = await turnOnPasskey(app, person.client, 'Tablet');
  const names = async () =>
    (await person.client.ok(readFactors)).data.passkeys.map(({ name, usedAt }) => [name, usedAt]);
  expect(await names()).toEqual([
    ['Phone', null],
    ['Tablet', null],
  ]);
  const missing = await person.client.call(removePasskey, { params: { id: 'none' } });
  expect(missing).toMatchObject({
    status: 404,
    body: { error: 'This passkey does not exist, or you cannot see it.' },
  });
  expect(await add(person, 'bm90aGluZw')).toMatchObject(notMade);
  await person.client.ok(removePasskey, { params: { id: first.id } });
  expect(await names()).toEqual([['Tablet', null]]);
  await mailSaying(app, person.email, 'The passkey Phone was removed');
  // Not the last one yet.
  expect((await person.client.ok(readFactors)).data.recoveryCodes).toBe(10);
  await person.client.ok(removePasskey, { params: { id: second.id } });
  const trail = await trailOf(app.db, { record: person.id });
  expect(trail.at(-1)).toMatchObject({
    event: 'user.factor-removed',
    before: { factor: 'passkey Tablet' },
    after: null,
  });
  expect(trail.find(({ event }) => event === 'user.factor-begun')).toMatchObject({
    record_type: 'user',
    after: { factor: 'passkey' },
  });
  for (const what of ['added: passkey Phone', 'added: passkey Tablet', 'removed: passkey Tablet'])
    await mailSaying(app, person.email, `A second factor was ${what}`);
  const told = async (what: string) =>
    (await mailsTo(app, person.email)).filter((mail) =>
      mail.includes(`factor was ${what}: passkey`),
    );
  expect([(await told('added')).length, (await told('removed')).length]).toEqual([2, 2]);
});

test('where the address is a number there are no passkeys, and it says so', async () => {
  const nameless = await startTestApp({ DEMO: 'off', PUBLIC_URL: 'https://192.0.2.7' });
  const person = await makePerson(nameless, 'operator');
  const unavailable = {
    status: 409,
    body: {
      code: 'passkeys_unavailable',
      error:
        'Passkeys do not work here, because the address of this server is a number and not a name. Use an authenticator app.',
    },
  };
  expect((await person.client.ok(readFactors)).data.takesPasskeys).toBe(false);
  expect(await person.client.call(beginPasskey)).toMatchObject(unavailable);
  expect(await add(person, 'bm90aGluZw')).toMatchObject(unavailable);
  await nameless.stop();
});
