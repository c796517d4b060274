import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proofNeeded } from '#contract/proof.ts';
import { proveAgain } from '#contract/second-factor.ts';
import { changePassword, endSession, endSessions, listSessions } from '#contract/security.ts';
import { forgotPassword, resetPassword } from '#contract/sign-in.ts';
import { createUser } from '#contract/user-changes.ts';
import { readUser } from '#contract/users.ts';
import { someText } from '#tests/api/endpoints/endpoint-row.ts';
import { type Client, createClient, signedIn } from '#tests/support/client.ts';
import { testPassword } from '#tests/support/factories.ts';
import { trailOf } from '#tests/support/journey.ts';
import { codeIn, mailTo } from '#tests/support/mails.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const another = 'four unlike words here';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
});
afterAll(() => app.stop());

const changeTo = (client: Client, password: string, current = testPassword) =>
  client.call(changePassword, { body: { current, password, confirmPassword: password } });

const still = async (person: Person, client: Client) =>
  (await client.call(readUser, { params: { id: person.id } })).status;

describe('the own password', () => {
  test('is changed with the old one; other sessions end, and the owner is told', async () => {
    const person = await makePerson(app, 'operator');
    const elsewhere = await signedIn(app.url, person.email);
    expect(await changeTo(person.client, another)).toMatchObject({ status: 200 });
    expect(await still(person, person.client)).toBe(200);
    expect(await still(person, elsewhere)).toBe(401);
    await signedIn(app.url, person.email, another);
    expect(await mailTo(app, person.email)).toContain('was changed');
  });

  test('is changed by one of two at once', async () => {
    const person = await makePerson(app, 'operator');
    const answers = await Promise.all(
      [another, 'some quite different thing'].map((password) => changeTo(person.client, password)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('is judged and kept as it reads, in whatever letters it is typed', async () => {
    const person = await makePerson(app, 'operator');
    const wide = (plain: string) =>
      plain.replaceAll(/[!-~]/g, (sign) =>
        String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0),
      );
    expect(await changeTo(person.client, wide('hanyatraffic2026'))).toMatchObject({
      status: 400,
      body: { fields: { password: someText } },
    });
    await signedIn(app.url, person.email);
    expect((await changeTo(person.client, wide('four-unlike-words-here'))).status).toBe(200);
    await signedIn(app.url, person.email, 'four-unlike-words-here');
  });

  test('stays with a wrong old one, named by its field', async () => {
    const { client } = await makePerson(app, 'operator');
    const answer = await changeTo(client, another, 'not this one at all');
    expect(answer).toMatchObject({ status: 400, body: { fields: { current: someText } } });
  });

  test('is not set with a password that somebody else gave', async () => {
    const email = 'given@kdsta.example';
    const names = {
      firstName: 'Hauwa',
      lastName: 'Garba',
      role: 'operator',
      state: 'Kaduna',
      zone: '',
    };
    await admin.client.ok(createUser, { body: { ...names, email, password: testPassword } });
    const client = await signedIn(app.url, email);
    expect(await changeTo(client, another)).toMatchObject({
      status: 403,
      body: { code: 'first_password' },
    });
  });

  test.each(['aaaaaaaaaaaa', '123456789012', 'password1234', 'iloveyou1234', 'qwertyuiop[]'])(
    '%s is refused when an account is added, and when a password is changed or set anew',
    async (easy) => {
      const person = await makePerson(app, 'operator');
      const refused = { status: 400, body: { fields: { password: someText } } };
      expect(await changeTo(person.client, easy)).toMatchObject(refused);
      const names = {
        firstName: 'Hauwa',
        lastName: 'Garba',
        role: 'operator',
        state: 'Kaduna',
        zone: '',
      };
      const body = { ...names, email: `x${person.email}`, password: easy };
      expect(await admin.client.call(createUser, { body })).toMatchObject(refused);
      const nobody = createClient(app.url);
      await nobody.ok(forgotPassword, { body: { email: person.email } });
      const token = codeIn(await mailTo(app, person.email));
      const reset = { params: { token }, body: { password: easy, confirmPassword: easy } };
      expect(await nobody.call(resetPassword, reset)).toMatchObject(refused);
    },
  );
});

describe('sessions', () => {
  const sessions = async (by: Person, of: Person) =>
    (await by.client.ok(listSessions, { params: { id: of.id } })).data;

  test('are listed to their owner, who ends one or all others', async () => {
    const person = await makePerson(app, 'operator');
    const others = [await signedIn(app.url, person.email), await signedIn(app.url, person.email)];
    const [third] = [await signedIn(app.url, person.email)];
    const listed = await sessions(person, person);
    expect(listed.map(({ current }) => current).filter(Boolean)).toHaveLength(1);
    expect(listed).toHaveLength(4);
    expect(listed[0]).toMatchObject({ address: '127.0.0.1', sameNetwork: true });
    // As this process knows them, they are over at once all the same.
    for (const client of [...others, third]) expect(await still(person, client)).toBe(200);
    const newest = listed[0]?.id ?? '';
    const params = { id: person.id, session: newest };
    expect((await person.client.ok(endSession, { params })).data).toHaveLength(3);
    expect(await still(person, third)).toBe(401);
    await person.client.ok(endSessions, { params: { id: person.id } });
    expect(await sessions(person, person)).toMatchObject([{ current: true }]);
    for (const client of others) expect(await still(person, client)).toBe(401);
    await person.client.ok(endSessions, { params: { id: person.id } });
    expect(await person.client.call(endSession, { params })).toMatchObject({
      status: 404,
      body: { error: 'This session does not exist, or you cannot see it.' },
    });
    const trail = await trailOf(app.db, { record: person.id });
    expect(
      trail.flatMap(({ event, before, after }) =>
        event === 'user.sessions-ended' ? [{ before, after }] : [],
      ),
    ).toEqual([
      { before: { sessions: 1 }, after: { sessions: 0 } },
      { before: { sessions: 2 }, after: { sessions: 0 } },
    ]);
  });

  test('are ended one by one, the own one too', async () => {
    const person = await makePerson(app, 'operator');
    const [own] = await sessions(person, person);
    const params = { id: person.id, session: own?.id ?? '' };
    expect((await person.client.ok(endSession, { params })).data).toEqual([]);
    expect(await still(person, person.client)).toBe(401);
  });

  test('of others are seen and ended by a state admin within scope only', async () => {
    const person = await makePerson(app, 'operator');
    const far = await makePerson(app, 'operator', { state: 'Ogun' });
    expect(await sessions(admin, person)).toMatchObject([{ current: false }]);
    const [foreign] = await sessions(far, far);
    const mine = { id: person.id, session: foreign?.id ?? '' };
    expect(await admin.client.call(endSession, { params: mine })).toMatchObject({ status: 404 });
    const beyond = await admin.client.call(endSessions, { params: { id: far.id } });
    expect(beyond).toMatchObject({ status: 404 });
    const head = await makePerson(app, 'zonal head');
    const asked = await head.client.call(listSessions, { params: { id: person.id } });
    expect(asked).toMatchObject({ status: 403 });
    await admin.client.ok(endSessions, { params: { id: person.id } });
    expect(await still(person, person.client)).toBe(401);
    expect(await still(far, far.client)).toBe(200);
  });
});

test('ending sessions asks again who it is when the sign-in is some time ago', async () => {
  const person = await makePerson(app, 'operator');
  await app.owner
    .updateTable('sessions')
    .set({ proved_at: new Date(Date.now() - 11 * 60_000) })
    .where('user_id', 'in', [person.id, admin.id])
    .execute();
  const asked = { status: 403, body: { code: proofNeeded } };
  const params = { id: person.id };
  for (const { client } of [person, admin]) {
    expect(await client.call(endSessions, { params })).toMatchObject(asked);
    expect(await client.call(endSession, { params: { ...params, session: 'any' } })).toMatchObject(
      asked,
    );
    await client.ok(proveAgain, { body: { password: testPassword } });
    expect(await client.call(endSessions, { params })).toMatchObject({ status: 200 });
  }
});
