import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logout } from '#contract/auth.ts';
import { exportBookings, listBookings, readBooking } from '#contract/bookings.ts';
import { noticePayment } from '#contract/notices.ts';
import { listSecurityEvents } from '#contract/operations.ts';
import { takeFactors } from '#contract/second-factor.ts';
import { changePassword, endSessions } from '#contract/security.ts';
import { forgotPassword, login } from '#contract/sign-in.ts';
import { updateUser } from '#contract/user-changes.ts';
import { pruneSecurityEvents } from '#server/features/operations/commands.ts';
import { gatherSecurityEvents } from '#server/http/security-events.ts';
import { createClient, openSession } from '#tests/support/client.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { booked, until } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { turnOnApp } from '#tests/support/second-factor.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;
let officer: Person;
beforeAll(async () => {
  app = await startTestApp({ DEMO: 'off', GUEST: 'off' });
  admin = await makePerson(app, 'state admin', { state: null });
  officer = await makePerson(app, 'booking officer');
});
afterAll(() => app.stop());

const eventsOf = async (kind: string, by = admin) =>
  (await by.client.ok(listSecurityEvents, { query: { kind, limit: '100' } })).data;

/** The events of a kind once there are so many, counted all together. */
async function noted(kind: string, times: number) {
  await until(`${kind} is noted`, async () => {
    const events = await eventsOf(kind);
    return events.reduce((sum, { count }) => sum + count, 0) >= times;
  });
  return eventsOf(kind);
}

test('failed sign-ins are noted: by account where there is one, else by a hash', async () => {
  const nobody = createClient(app.url);
  for (const email of [officer.email, officer.email, 'amina@nowhere.example'])
    await nobody.call(login, { body: { email, password: 'not the password' } });
  const events = await noted('sign-in failed', 3);
  const ofOfficer = events.filter(({ by }) => by?.id === officer.id);
  expect(ofOfficer.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  expect(events.find(({ by }) => by === null)).toMatchObject({
    address: '127.0.0.1',
    about: 'POST /api/v1/auth/login',
  });
  const rows = await app.db.selectFrom('security_events').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/amina|nowhere/);
});

test('events of the demo’s accounts are no longer shown once it is off, and one call counts few', async () => {
  const shown = async (account: string) => {
    const events = gatherSecurityEvents(app.db, 'a secret');
    events.note({ kind: 'much read', account, address: '', about: 'made up' });
    await events.write();
    return (await eventsOf('much read')).filter(({ by }) => by?.id === account).length;
  };
  const { id } = await makeAccount(app.db, 'booking officer');
  expect(await shown(id)).toBe(1);
  await app.owner.updateTable('users').set({ demo: true }).where('id', '=', id).execute();
  expect(await shown(id)).toBe(0);
  const forged = { kind: 'sign-in failed', account: officer.id, about: 'forged', count: 1_000_000 };
  await sql`select note_security_events(${JSON.stringify([forged])}::jsonb)`.execute(app.db);
  const { count } = await app.db
    .selectFrom('security_events')
    .select('count')
    .where('about', '=', 'forged')
    .executeTakeFirstOrThrow();
  expect(count).toBe(5_000);
});

test('what nobody could store does not keep later events from being written', async () => {
  const events = gatherSecurityEvents(app.db, 'a secret');
  events.note({ kind: 'sign-in failed', email: 'x\u0000', address: '127.0.0.9', about: 'hostile' });
  await expect(events.write()).rejects.toThrow();
  events.note({ kind: 'sign-in failed', address: '127.0.0.9', about: 'ordinary' });
  expect(await events.write()).toBe(1);
});

test(
  'a flood of asked links for what is no address is noted without it',
  { tags: 'night' },
  async () => {
    const nobody = createClient(app.url);
    for (let tries = 0; tries < 9; tries += 1)
      await nobody.call(forgotPassword, { body: { email: 'x\u0000' } });
    const events = await noted('too often', 1);
    expect(events[0]).toMatchObject({ by: null, about: `POST ${forgotPassword.path}` });
  },
);

test('a second factor that is taken away is noted', async () => {
  const other = await makePerson(app, 'operator');
  await turnOnApp(other.client);
  await admin.client.ok(takeFactors, { params: { id: other.id } });
  const events = await noted('second factor', 2);
  expect(events.find(({ about }) => about === 'taken away')).toMatchObject({
    by: { id: admin.id },
    concerns: { id: other.id },
  });
});

test('an admin of one zone sees the events of its accounts alone', { tags: 'night' }, async () => {
  const place = { state: 'Kaduna', zone: 'Zaria' } as const;
  const zaria = await makePerson(app, 'state admin', place);
  const own = await makePerson(app, 'operator', place);
  await own.client.call(listSecurityEvents);
  await officer.client.call(listSecurityEvents);
  await until('it is noted', async () =>
    (await eventsOf('not allowed', zaria)).some(({ by }) => by?.id === own.id),
  );
  const seen = await eventsOf('not allowed', zaria);
  expect(new Set(seen.map(({ by }) => by?.id))).toEqual(new Set([own.id]));
});

test('what a role may not do is noted with who tried', async () => {
  await officer.client.call(listSecurityEvents);
  const isTheirs = ({ by }: { by: { id: string } | null }) => by?.id === officer.id;
  await until('it is noted', async () => (await eventsOf('not allowed')).some(isTheirs));
  expect((await eventsOf('not allowed')).find(isTheirs)).toMatchObject({
    by: { id: officer.id },
    about: 'GET /api/v1/operations/security',
    address: '127.0.0.1',
  });
});

test('a forged token and records that are not there, or not theirs, are noted', async () => {
  const [header, payload] = (await openSession(app.url, officer.email)).token.split('.');
  await createClient(app.url, `${header}.${payload}.forged`).call(listBookings);
  expect((await noted('forged token', 1))[0]).toMatchObject({
    by: null,
    about: 'GET /api/v1/booking',
    address: '127.0.0.1',
  });
  const ogun = await makePerson(app, 'operator', { state: 'Ogun' });
  const { _id: id } = await booked(officer.client);
  await ogun.client.call(readBooking, { params: { id } });
  const isTheirs = ({ by }: { by: { id: string } | null }) => by?.id === ogun.id;
  await until('it is noted', async () => (await eventsOf('not found')).some(isTheirs));
  expect((await eventsOf('not found')).find(isTheirs)).toMatchObject({
    about: 'GET /api/v1/booking/:id',
  });
  // A session that is over is nothing to look after.
  const { client } = await openSession(app.url, ogun.email);
  await client.ok(logout);
  await client.call(listBookings);
  expect((await eventsOf('forged token')).length).toBe(1);
});

test('many processes that write the same events at once wait for each other in one order', async () => {
  const abouts = Array.from({ length: 190 }, (_, n) => `about ${n}`);
  const writers = Array.from({ length: 8 }, (_, writer) => {
    const events = gatherSecurityEvents(app.db, 'a secret');
    // How many there are decides in which order PostgreSQL would take them by itself.
    for (const about of abouts.slice(0, 190 >> writer))
      events.note({ kind: 'password', address: '10.1.1.1', about });
    return events;
  });
  // Held until all of them have begun.
  const holder = await app.owner.startTransaction().execute();
  await sql`lock table security_events in share mode`.execute(holder);
  const written = Promise.all(writers.map((events) => events.write()));
  await until('all of them wait', async () => {
    const { rows } = await sql`
      select from pg_locks where relation = 'security_events'::regclass and not granted`.execute(
      app.owner,
    );
    return rows.length >= writers.length;
  });
  await holder.rollback().execute();
  expect(await written).toEqual(writers.map((_, writer) => 190 >> writer));
});

test('a forged notice is noted', { tags: 'night' }, async () => {
  await fetch(`${app.url}${noticePayment.path.replace(':gateway', 'paystack')}`, {
    method: 'POST',
  });
  const own = await startTestApp({ DEMO: 'on' });
  try {
    await fetch(`${own.url}${noticePayment.path.replace(':gateway', 'paykaduna')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    await until('it is noted', async () => {
      const rows = await own.db.selectFrom('security_events').select('kind').execute();
      return rows.some(({ kind }) => kind === 'forged notice');
    });
  } finally {
    await own.stop();
  }
});

test('changed rights, exports, ended sessions and wrong own passwords are noted', async () => {
  await admin.client.ok(updateUser, {
    params: { id: officer.id },
    body: { role: 'operator' },
  });
  expect((await noted('rights', 1))[0]).toMatchObject({
    by: { id: admin.id },
    concerns: { id: officer.id },
    about: 'role booking officer → operator',
  });
  await admin.client.call(exportBookings, { query: { format: 'csv' } });
  expect((await noted('export', 1))[0]).toMatchObject({ by: { id: admin.id }, about: 'bookings' });
  const other = await makePerson(app, 'operator');
  await admin.client.ok(endSessions, { params: { id: other.id } });
  expect((await noted('session ended', 1))[0]).toMatchObject({ concerns: { id: other.id } });
  const fresh = 'quiet-lorry-eleven-fields';
  const body = { current: 'a wrong one', password: fresh, confirmPassword: fresh };
  await admin.client.call(changePassword, { body });
  expect((await noted('proof failed', 1))[0]).toMatchObject({ by: { id: admin.id } });
});

test(
  'an admin of one organisation sees the events of its accounts alone',
  { tags: 'night' },
  async () => {
    const ogun = await makePerson(app, 'state admin', { state: 'Ogun' });
    const own = await makePerson(app, 'operator', { state: 'Ogun' });
    await own.client.call(listSecurityEvents);
    await officer.client.call(listSecurityEvents).catch(() => undefined);
    await until('it is noted', async () =>
      (await eventsOf('not allowed', ogun)).some(({ by }) => by?.id === own.id),
    );
    const seen = await eventsOf('not allowed', ogun);
    expect(new Set(seen.map(({ by }) => by?.id))).toEqual(new Set([own.id]));
    expect(await eventsOf('sign-in failed', ogun)).toEqual([]);
  },
);

test('a flood is few rows, and still counted', async () => {
  const events = gatherSecurityEvents(app.db, 'a secret');
  for (let n = 0; n < 9_000; n += 1)
    events.note({ kind: 'too often', address: `10.0.${n >> 8}.${n & 255}`, about: 'flood' });
  expect(await events.write()).toBeLessThanOrEqual(5_002);
  const { rows } = await sql<{ rows: number; count: number }>`
    select count(*)::int as rows, sum(count)::int as count from security_events
    where kind = 'too often' and about not like 'POST %'`.execute(app.db);
  expect(rows[0]?.rows).toBeLessThanOrEqual(2_002);
  expect(rows[0]?.count).toBe(9_000);
});

test('the application can neither change nor delete what was noted; a year later it is pruned', async () => {
  for (const statement of [
    `update security_events set count = 1`,
    `delete from security_events`,
    `insert into security_events (minute, kind, account, concerns, address, about, count)
     values (now(), 'export', '', '', '', '', 1)`,
  ])
    await expect(sql.raw(statement).execute(app.db)).rejects.toThrow(/permission denied/);
  await sql`
    insert into security_events (minute, kind, account, concerns, address, about, count)
    values (now() - interval '366 days', 'export', '', '', '', 'many', 1)`.execute(app.owner);
  await pruneSecurityEvents(app.db);
  const { rows } = await sql<{ old: number; left: number }>`
    select count(*) filter (where about = 'many')::int as old, count(*)::int as left
    from security_events`.execute(app.db);
  expect(rows[0]?.old).toBe(0);
  expect(rows[0]?.left).toBeGreaterThan(0);
});
