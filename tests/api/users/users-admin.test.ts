import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { proofNeeded } from '#contract/proof.ts';
import { proveAgain } from '#contract/second-factor.ts';
import { createUser } from '#contract/user-changes.ts';
import { openSession } from '#tests/support/client.ts';
import { makeAccount, testPassword } from '#tests/support/factories.ts';
import { trailOf } from '#tests/support/journey.ts';
import {
  change,
  changed,
  makePerson,
  type Person,
  type Place,
  refused as refusedBy,
  type Staff,
} from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;
let everywhere: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await person('state admin');
  everywhere = await person('state admin', { state: null });
});
afterAll(() => app.stop());

const person = (role: Staff, place?: Place) => makePerson(app, role, place);

const refused = (by: Person, id: string, body: unknown, status: number, code: string) =>
  refusedBy(app, () => change(by, id, body), id, { status, code });

describe('who signed in some time ago proves again who they are', () => {
  const forget = (by: Person) =>
    app.owner
      .updateTable('sessions')
      .set({ proved_at: new Date(Date.now() - 11 * 60_000) })
      .where('user_id', '=', by.id)
      .execute();

  test.each([
    ['to give another role', { role: 'state admin' }],
    ['to widen a place', { zone: null }],
    ['to move somebody', { zone: 'Giwa' }],
    ['to close an account', { active: false }],
  ])('%s', async (_what, body) => {
    const by = await person('state admin');
    const { id } = await person('operator', { zone: 'Zaria' });
    await forget(by);
    await refused(by, id, body, 403, proofNeeded);
    await by.client.ok(proveAgain, { body: { password: testPassword } });
    expect(await changed(by, id, body)).toMatchObject(body);
  });

  test('to add an account', async () => {
    const by = await person('state admin');
    await forget(by);
    const email = 'new.admin@hanya.test';
    const body = {
      firstName: 'Ada',
      lastName: 'Obi',
      email,
      role: 'state admin',
      state: 'Kaduna',
      password: 'quite a long phrase 41',
    };
    expect(await by.client.call(createUser, { body })).toMatchObject({
      status: 403,
      body: { code: proofNeeded },
    });
    await by.client.ok(proveAgain, { body: { password: testPassword } });
    expect((await by.client.call(createUser, { body })).status).toBe(201);
  });

  test('but not to change a name or a phone, with the rest sent along unchanged', async () => {
    const by = await person('state admin');
    const { id } = await person('operator', { zone: 'Zaria' });
    await forget(by);
    const body = { firstName: 'Ada', phone: '0803 123 4567', role: 'operator', zone: 'Zaria' };
    expect(await changed(by, id, body)).toMatchObject({ firstName: 'Ada' });
    expect(await changed(by, by.id, { lastName: 'Obi' })).toMatchObject({ lastName: 'Obi' });
  });
});

describe('a state admin', () => {
  test('changes names, role, state, zone and activity of others', async () => {
    const { id } = await person('operator');
    const body = { firstName: 'Ada', role: 'zonal head', state: 'Ogun', zone: 'Sagamu' };
    expect(await changed(everywhere, id, body)).toMatchObject(body);
    const [last] = (await trailOf(app.db, { record: id })).slice(-1);
    expect(last).toMatchObject({
      event: 'user.changed',
      actor_id: everywhere.id,
      actor_role: 'state admin',
      before: { firstName: 'Amina', role: 'operator', state: 'Kaduna', zone: null },
      after: body,
    });
  });

  test('widens others up to what they hold themselves', async () => {
    const { id } = await person('operator', { zone: 'Zaria' });
    expect(await changed(admin, id, { zone: null })).toMatchObject({ state: 'Kaduna', zone: null });
    expect(await changed(everywhere, id, { state: null })).toMatchObject({ state: null });
  });

  test.each<[string, Place, object]>([
    ['another state', {}, { state: 'Ogun' }],
    ['all states', {}, { state: null, zone: null }],
    ['another zone than the own', { zone: 'Zaria' }, { zone: 'Chikun' }],
    ['headquarters from a zone', { zone: 'Zaria' }, { zone: null }],
  ])('never gives more than they hold: %s', async (_what, held, to) => {
    const by = await person('state admin', held);
    const other = await person('operator', { zone: 'Zaria' });
    const sentence = await refused(by, other.id, to, 403, 'out_of_scope');
    expect(sentence).toMatch(/^You cannot give more access than you have/);
  });

  test("does not change anybody's email", async () => {
    const other = await person('operator');
    await refused(admin, other.id, { email: 'another@example.com' }, 403, 'forbidden');
    const same = { email: ` ${other.email.toUpperCase()}`, firstName: 'Ada' };
    expect(await changed(admin, other.id, same)).toMatchObject({ email: other.email });
  });

  test('finds nobody beyond their scope', async () => {
    const ogun = await person('operator', { state: 'Ogun' });
    await refused(admin, ogun.id, { firstName: 'Ada' }, 404, 'not_found');
    await refused(admin, everywhere.id, { role: 'operator' }, 404, 'not_found');
    const zaria = await person('state admin', { zone: 'Zaria' });
    await refused(zaria, admin.id, { active: false }, 404, 'not_found');
  });

  test('404 comes before 400', async () => {
    const { id } = await makeAccount(app.db, 'operator', { state: 'Ogun' });
    expect((await change(admin, id, { firstName: '' })).status).toBe(404);
  });

  test.each<[string, object]>([
    ['role', { role: 'booking officer' }],
    ['zone', { zone: 'Zaria' }],
    ['activity', { active: false }],
  ])("a change of somebody's %s ends their sessions at once", async (_what, body) => {
    const other = await person('operator');
    await other.client.ok(listBookings);
    await changed(admin, other.id, body);
    expect(await other.client.call(listBookings)).toMatchObject({
      status: 401,
      body: { code: 'session_ended' },
    });
  });

  test('who is deactivated cannot sign in, and can again once activated', async () => {
    const { id, email } = await makeAccount(app.db, 'operator');
    expect(await changed(admin, id, { active: false })).toMatchObject({ active: false });
    await expect(openSession(app.url, email)).rejects.toThrow('401');
    expect(await changed(admin, id, { active: true })).toMatchObject({ active: true });
    await openSession(app.url, email);
  });
});

describe('the last active state admin', () => {
  const takesAway: [string, object][] = [
    ['demote', { role: 'operator' }],
    ['deactivate', { active: false }],
  ];

  test.each(takesAway)(
    'of two who %s each other at once, one wins and one stays',
    async (_what, body) => {
      const alone = await startTestApp();
      try {
        for (let round = 0; round < 6; round += 1) {
          await alone.db.updateTable('users').set({ active: false }).execute();
          const one = await makePerson(alone, 'state admin');
          const two = await makePerson(alone, 'state admin');
          const answers = await Promise.all([change(one, two.id, body), change(two, one.id, body)]);
          const statuses = answers.map(({ status }) => status).sort();
          expect(statuses[0]).toBe(200);
          // The loser was changed meanwhile: its session is over, or its right is.
          expect([401, 403, 409]).toContain(statuses[1]);
          const left = await alone.db
            .selectFrom('users')
            .select('id')
            .where('role', '=', 'state admin')
            .where('active', '=', true)
            .execute();
          expect(left).toHaveLength(1);
        }
      } finally {
        await alone.stop();
      }
    },
  );
});
