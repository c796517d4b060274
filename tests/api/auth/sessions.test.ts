import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { logout, tokenPayloadSchema } from '#contract/auth.ts';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { listBookings } from '#contract/bookings.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { readSession } from '#contract/security.ts';
import { login } from '#contract/sign-in.ts';
import { unattendedHeader } from '#contract/unattended.ts';
import { readUser } from '#contract/users.ts';
import { createSessions } from '#server/features/auth/sessions.ts';
import { createTokens } from '#server/features/auth/tokens.ts';
import { forgetAttempts } from '#server/http/attempts.ts';
import { anotherInstance, type Instance } from '#tests/support/another-instance.ts';
import { createClient, openSession, withoutStep } from '#tests/support/client.ts';
import { aBooking, asOwner, makeAccount, testPassword } from '#tests/support/factories.ts';
import { bookedAndPaid, trailOf } from '#tests/support/journey.ts';
import { makePerson, type Staff } from '#tests/support/people.ts';
import { startTestApp, type TestApp, testSecret } from '#tests/support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const somebody = (role: Staff = 'booking officer') => makePerson(app, role);

const listWith = (token: string, url = app.url) => createClient(url, token).call(listBookings);

describe('signing in', () => {
  test('181a, 181b, 247a: answers with a token and the user, and the token holds what the screens start with', async () => {
    const { id, email } = await makeAccount(app.db, 'zonal head', { zone: 'Zaria' });
    const before = Date.now();
    const body = { email: ` ${email.toUpperCase()} `, password: testPassword };
    const { token, user } = withoutStep(await createClient(app.url).ok(login, { body }));
    expect(user).toMatchObject({ id, _id: id, role: 'zonal head', state: 'Kaduna', zone: 'Zaria' });
    const payload = tokenPayloadSchema.parse(decodeJwt(token));
    const { firstName, lastName, username, phone, state, zone } = user;
    const held = {
      id,
      role: 'zonal head',
      firstName,
      lastName,
      username,
      email,
      phone,
      state,
      zone,
    };
    expect(payload).toMatchObject(held);
    const hours = (payload.exp * 1000 - before) / 3_600_000;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThan(12.1);
  });

  test('a wrong password, an unknown address and a closed account get the same answer', async () => {
    const { email } = await makeAccount(app.db, 'operator');
    const closed = await makeAccount(app.db, 'operator');
    await app.db.updateTable('users').set({ active: false }).where('id', '=', closed.id).execute();
    const asked = [
      { email, password: 'not the password' },
      { email: 'nobody@example.com', password: testPassword },
      { email: closed.email, password: testPassword },
    ];
    const answers = await Promise.all(
      asked.map((body) => createClient(app.url).call(login, { body })),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
  });

  test('a refused attempt writes nothing', async () => {
    const { id, email } = await makeAccount(app.db, 'operator');
    await createClient(app.url).call(login, { body: { email, password: 'not the password' } });
    expect(await trailOf(app.db, { record: id })).toEqual([]);
  });

  test('the eleventh attempt for one address in a minute is a 429 with a sentence', async () => {
    const { email } = await makeAccount(app.db, 'operator');
    const attempt = (written: string, password = 'not the password') =>
      createClient(app.url).call(login, { body: { email: written, password } });
    for (let tries = 0; tries < 10; tries += 1) expect((await attempt(email)).status).toBe(401);
    const refused = await attempt(email, testPassword);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_often' } });
    expect(refused.body).toHaveProperty(
      'error',
      expect.stringMatching(/^Too many attempts\. Wait \d+ seconds and try again\.$/),
    );
    await app.owner.deleteFrom('attempts').execute();
    // The database is not asked again, and not told either.
    expect((await attempt(email, testPassword)).status).toBe(429);
    expect(await app.owner.selectFrom('attempts').selectAll().execute()).toEqual([]);
    // Capitals or spaces don't make it another address.
    expect((await attempt(` ${email.toUpperCase()}`)).status).toBe(429);
    const { email: other } = await makeAccount(app.db, 'operator');
    expect((await attempt(other, testPassword)).status).toBe(200);
  });
});

let other: Instance;
beforeAll(async () => {
  other = await anotherInstance(app);
});
afterAll(() => other.stop());

test('attempts are counted by all processes together, also when they come at once', async () => {
  const { email } = await makeAccount(app.db, 'operator');
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      createClient(index % 2 === 0 ? app.url : other.url).call(login, {
        body: { email, password: 'not the password' },
      }),
    ),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(401), count(429)]).toEqual([10, 20]);
  // Whoever is refused is not counted any further, and forgotten once the minute is over.
  await app.db
    .updateTable('attempts')
    .set({ began_at: new Date(0) })
    .execute();
  expect(await forgetAttempts(app.db)).toBeGreaterThan(0);
});

/** What another process knows. */
function sessionsOfTheirOwn() {
  const tokens = createTokens([testSecret]);
  return { tokens, sessions: createSessions(app.db, tokens, { demo: true, guest: true }) };
}

/** From now on no use of a session can be written, as on a full disk. */
async function fillDisk(): Promise<void> {
  await asOwner(
    app,
    `create function no_room() returns trigger language plpgsql as $$
     begin raise exception 'no room' using errcode = '53100'; end $$`,
  );
  await asOwner(app, 'create trigger no_room before update on sessions execute function no_room()');
}
const makeRoom = () => asOwner(app, 'drop function no_room() cascade');

describe('a session', () => {
  test('ends at once with the logout, everywhere that has not just seen it', async () => {
    const { id, client, token } = await somebody();
    expect((await listWith(token)).status).toBe(200);
    await client.ok(logout);
    expect(await listWith(token)).toMatchObject({ status: 401, body: { code: 'session_ended' } });
    expect((await listWith(token, other.url)).status).toBe(401);
    expect((await client.call(logout)).status).toBe(401);
    expect((await trailOf(app.db, { record: id })).map(({ event }) => event)).toEqual([
      'user.signed-in',
      'user.signed-out',
    ]);
  });

  test("leaves the account's other sessions alone when it ends", async () => {
    const { email, client } = await somebody();
    const second = await openSession(app.url, email);
    await client.ok(logout);
    expect((await listWith(second.token)).status).toBe(200);
  });

  test('ends when the account is closed', async () => {
    const { id, token } = await somebody();
    await app.db.updateTable('users').set({ active: false }).where('id', '=', id).execute();
    expect((await listWith(token)).status).toBe(401);
  });

  test('ends after an hour without use', async () => {
    const { id, token } = await somebody();
    const unusedFor = (minutes: number) =>
      app.db
        .updateTable('sessions')
        .set({ last_used_at: new Date(Date.now() - minutes * 60_000) })
        .where('user_id', '=', id)
        .execute();
    await unusedFor(59);
    expect((await listWith(token)).status).toBe(200);
    await unusedFor(61);
    expect((await listWith(token, other.url)).status).toBe(401);
  });

  test('is kept alive by use, which is noted at most once a minute', async () => {
    const { id, token } = await somebody();
    const lastUse = async () => {
      const row = await app.db
        .selectFrom('sessions')
        .select('last_used_at')
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow();
      return row.last_used_at.getTime();
    };
    const fresh = await lastUse();
    await listWith(token);
    expect(await lastUse()).toBe(fresh);
    const old = new Date(Date.now() - 50 * 60_000);
    await app.db
      .updateTable('sessions')
      .set({ last_used_at: old })
      .where('user_id', '=', id)
      .execute();
    await listWith(token, other.url);
    expect(await lastUse()).toBeGreaterThan(fresh - 60_000);
    const user = await app.db
      .selectFrom('users')
      .select('last_active')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(user.last_active?.getTime()).toBe(await lastUse());
  });

  test('is not kept alive by calls that a page makes by itself, and tells when it ends', async () => {
    const { id, client, token } = await somebody();
    const last_used_at = new Date(Date.now() - 50 * 60_000);
    await app.db.updateTable('sessions').set({ last_used_at }).where('user_id', '=', id).execute();
    const byItself = { headers: { [unattendedHeader]: 'yes' } };
    const { data } = await createClient(other.url, token).ok(readSession, byItself);
    expect(data.idleAt).toBe(new Date(last_used_at.getTime() + 3_600_000).toISOString());
    await client.ok(listBookings, byItself);
    expect((await client.ok(readSession, byItself)).data).toEqual(data);
    const used = (await createClient(other.url, token).ok(readSession)).data;
    expect(Date.parse(used.idleAt)).toBeGreaterThan(Date.parse(data.idleAt));
    expect(used.endsAt).toBe(data.endsAt);
  });

  test('is not ended by a full disk, on which no use can be written', async () => {
    const { id, token } = await somebody();
    const { tokens, sessions } = sessionsOfTheirOwn();
    const session = (await tokens.sessionOf(token)) as { id: string };
    const minutesFromNow = (minutes: number) => {
      vi.setSystemTime(start + minutes * 60_000);
      sessions.forget(session.id);
      return sessions.authenticate(`Bearer ${token}`);
    };
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    onTestFinished(() => void vi.useRealTimers());
    await fillDisk();
    for (const minutes of [50, 100])
      expect(await minutesFromNow(minutes)).toMatchObject({ userId: id });
    const written = new Date(start);
    expect(sessions.lastUse(session.id, written).getTime()).toBe(start + 100 * 60_000);
    expect(await minutesFromNow(161)).toMatchObject({ status: 401, code: 'session_ended' });
    expect(await minutesFromNow(155)).toMatchObject({ userId: id });
    await makeRoom();
    expect(await minutesFromNow(200)).toMatchObject({ userId: id });
    expect(await sessionsOfTheirOwn().sessions.authenticate(`Bearer ${token}`)).toMatchObject({
      userId: id,
    });
  });

  test('ends when its shift is over, whatever the token says', async () => {
    const { id, token } = await somebody();
    const expires_at = new Date(Date.now() - 1000);
    await app.db.updateTable('sessions').set({ expires_at }).where('user_id', '=', id).execute();
    expect((await listWith(token)).status).toBe(401);
  });

  test('has the role and scope that the database has now', async () => {
    const { id, client, token } = await somebody('state admin');
    const booking = await bookedAndPaid(client, app.db);
    const now = { role: 'observer', state: 'Ogun' };
    await app.db.updateTable('users').set(now).where('id', '=', id).execute();
    const later = createClient(other.url, token);
    expect((await later.call(createBooking, { body: aBooking() })).status).toBe(403);
    const clear = { params: { id: booking._id }, body: { completed: true } };
    expect((await later.call(clearVehicle, clear)).status).toBe(403);
    expect((await later.ok(listBookings)).total).toBe(0);
    expect((await later.ok(readUser, { params: { id } })).data).toMatchObject(now);
  });
});
