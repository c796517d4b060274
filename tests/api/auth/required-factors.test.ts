import { afterAll, beforeAll, expect, test } from 'vitest';
import { logout } from '#contract/auth.ts';
import { listBookings } from '#contract/bookings.ts';
import { removePasskey } from '#contract/passkeys.ts';
import { factorNeeded } from '#contract/proof.ts';
import { readRequiredFactors, requireFactor } from '#contract/required-factors.ts';
import { readFactors, removeApp, takeFactors } from '#contract/second-factor.ts';
import { changePassword } from '#contract/security.ts';
import { readUser } from '#contract/users.ts';
import { anotherInstance } from '#tests/support/another-instance.ts';
import { createClient, openSession } from '#tests/support/client.ts';
import { trailOf } from '#tests/support/journey.ts';
import { mailTo } from '#tests/support/mails.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { stepOf, turnOnApp, turnOnPasskey } from '#tests/support/second-factor.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
});
afterAll(() => app.stop());

const needed = { status: 403, body: { code: factorNeeded } };

const require = ({ client }: Pick<Person, 'client'>, role: string, required = true) =>
  client.call(requireFactor, { params: { role }, body: { required } });

test('a state admin without a second factor requires none, and can’t lose the one they require', async () => {
  expect(await require(admin, 'state admin')).toMatchObject({
    status: 409,
    body: { code: 'own_factor_first' },
  });
  await turnOnApp(admin.client);
  expect(await require(admin, 'state admin')).toMatchObject({ status: 200 });
  expect(await admin.client.call(removeApp)).toMatchObject({
    status: 409,
    body: { code: 'factor_required' },
  });
  expect(await require(admin, 'state admin', false)).toMatchObject({ status: 200 });
});

test('whoever is of the role and has none can set one up and nothing else, in every process', async () => {
  const head = await makePerson(app, 'zonal head');
  const elsewhere = await makePerson(app, 'zonal head', { state: 'Ogun' });
  const instance = await anotherInstance(app);
  const { body } = await require(admin, 'zonal head');
  expect(body).toMatchObject({
    data: expect.arrayContaining([
      { role: 'zonal head', required: true, everywhere: false, without: 1 },
    ]) as unknown,
  });
  const { data: rules } = await admin.client.ok(readRequiredFactors);
  expect(rules.filter(({ required }) => required).map(({ role }) => role)).toEqual(['zonal head']);
  const fresh = await openSession(app.url, head.email);
  const there = (await openSession(instance.url, head.email)).client;
  for (const client of [fresh.client, there])
    expect(await client.call(listBookings)).toMatchObject(needed);
  expect(await fresh.client.call(readUser, { params: { id: head.id } })).toMatchObject(needed);
  expect(await fresh.client.call(changePassword, { body: {} })).toMatchObject(needed);
  expect((await fresh.client.ok(readFactors)).data).toMatchObject({ required: true, app: false });
  await elsewhere.client.ok(listBookings);

  await turnOnApp(fresh.client);
  // Also where it was read a moment ago that there is none.
  for (const client of [fresh.client, there]) await client.ok(listBookings);
  await fresh.client.ok(logout);
  await instance.stop();
  await require(admin, 'zonal head', false);
});

test('what is required everywhere holds in every state, and is no matter of one of them', async () => {
  const everywhere = await makePerson(app, 'state admin', { state: null });
  await turnOnApp(everywhere.client);
  await everywhere.client.ok(requireFactor, {
    params: { role: 'observer' },
    body: { required: true },
  });
  const observer = await makePerson(app, 'observer', { state: 'Ogun' });
  expect(await observer.client.call(listBookings)).toMatchObject(needed);
  const { data } = await admin.client.ok(readRequiredFactors);
  const rule = data.find(({ role }) => role === 'observer');
  expect(rule).toMatchObject({ required: false, everywhere: true });
  await require(everywhere, 'observer', false);
});

test('a rule is made and ended by who sees all zones, and written down once', async () => {
  const zonal = await makePerson(app, 'state admin', { zone: 'Zaria' });
  expect(await require(zonal, 'operator')).toMatchObject({
    status: 403,
    body: {
      code: 'out_of_scope',
      error:
        'This rule applies to every zone, so only a state admin who sees all zones can set it.',
    },
  });
  const everywhere = await makePerson(app, 'state admin', { state: null });
  await turnOnApp(everywhere.client);
  for (const by of [admin, everywhere])
    for (const required of [true, true, false, false])
      expect(await require(by, 'operator', required)).toMatchObject({ status: 200 });
  const written = (await trailOf(app.db)).filter(
    ({ event, actor_id, after }) =>
      event === 'role.factor-required' &&
      [admin.id, everywhere.id].includes(actor_id ?? '') &&
      JSON.stringify(after).includes('operator'),
  );
  const [made, ended] = [
    { before: { role: 'operator', required: false }, after: { role: 'operator', required: true } },
    { before: { role: 'operator', required: true }, after: { role: 'operator', required: false } },
  ];
  expect(written).toMatchObject([
    { record_type: 'organisation', record_id: 'Kaduna', actor_id: admin.id, ...made },
    { record_type: 'organisation', record_id: 'Kaduna', actor_id: admin.id, ...ended },
    { record_id: 'all', actor_id: everywhere.id, ...made },
    { record_id: 'all', actor_id: everywhere.id, ...ended },
  ]);
});

test('whoever is open and has none is counted by role, in one’s own organisation and no demo', async () => {
  const inOgun = { state: 'Ogun', zone: null } as const;
  const ogun = await makePerson(app, 'state admin', inOgun);
  const without = async () => {
    const { data } = await ogun.client.ok(readRequiredFactors);
    return Object.fromEntries(data.map((rule) => [rule.role, rule.without]));
  };
  const before = await without();
  const [closed, demo, has, lacks] = [
    await makePerson(app, 'booking officer', inOgun),
    await makePerson(app, 'booking officer', inOgun),
    await makePerson(app, 'booking officer', inOgun),
    await makePerson(app, 'booking officer', inOgun),
  ];
  await makePerson(app, 'booking officer');
  await turnOnPasskey(app, has.client);
  const is = (id: string, what: { active: boolean } | { demo: boolean }) =>
    app.owner.updateTable('users').set(what).where('id', '=', id).execute();
  await is(closed.id, { active: false });
  await is(demo.id, { demo: true });
  const officers = before['booking officer'] ?? 0;
  expect(await without()).toEqual({ ...before, 'booking officer': officers + 1 });
  await turnOnApp(lacks.client);
  expect(await without()).toEqual(before);
});

test('whoever has two may lose one that their role requires, an app or a passkey', async () => {
  const head = await makePerson(app, 'zonal head');
  await turnOnApp(head.client);
  const { device } = await turnOnPasskey(app, head.client);
  await require(admin, 'zonal head');
  const remove = () => head.client.call(removePasskey, { params: { id: device.id } });
  const kept = {
    status: 409,
    body: {
      code: 'factor_required',
      error: 'Your role requires a second factor. Add another one before you remove this one.',
    },
  };
  expect(await head.client.call(removeApp)).toMatchObject({ status: 200 });
  expect(await remove()).toMatchObject(kept);
  await turnOnApp(head.client);
  expect(await remove()).toMatchObject({ status: 200 });
  expect(await head.client.call(removeApp)).toMatchObject(kept);
  await require(admin, 'zonal head', false);
  expect(await head.client.call(removeApp)).toMatchObject({ status: 200 });
});

test('a lost second factor is taken away by a state admin, not one’s own, and its owner is told', async () => {
  const officer = await makePerson(app, 'booking officer');
  await turnOnApp(officer.client);
  await stepOf(app, officer.email);
  const take = (id: string) => admin.client.call(takeFactors, { params: { id } });
  expect(await take(admin.id)).toMatchObject({ status: 409, body: { code: 'own_factors' } });
  expect(await take(officer.id)).toMatchObject({ status: 200 });
  expect(await mailTo(app, officer.email, 2)).toContain('removed the second factor');
  expect(await officer.client.call(listBookings)).toMatchObject({ status: 401 });
  const { client } = await openSession(app.url, officer.email);
  await client.ok(listBookings);
  expect(await take(officer.id)).toMatchObject({ status: 409 });
  const ogun = await makePerson(app, 'state admin', { state: 'Ogun' });
  const beyond = await ogun.client.call(takeFactors, { params: { id: officer.id } });
  expect(beyond).toMatchObject({ status: 404 });
  expect(await createClient(app.url).call(listBookings)).toMatchObject({ status: 401 });
});
