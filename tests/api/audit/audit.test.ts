import { afterAll, beforeAll, expect, test } from 'vitest';
import { logout } from '#contract/auth.ts';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { checkBooking, sweepBookings } from '#contract/payments.ts';
import { startPayment } from '#contract/payments.ts';
import { forgotPassword, resetPassword } from '#contract/sign-in.ts';
import { writeFirstAudit } from '#server/features/audit/commands.ts';
import { oneTimeCode } from '#server/features/auth/tokens.ts';
import { system } from '#server/http/caller.ts';
import { verifyAudit } from '#server/trail.ts';
import { createClient, openSession, type Session, withoutStep } from '#tests/support/client.ts';
import { aBooking, asOwner, makeAccount, testPassword } from '#tests/support/factories.ts';
import { billed, booked, payAtGateway, trailOf, until } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Session & { id: string; email: string };

beforeAll(async () => {
  app = await startTestApp();
  const account = await makeAccount(app.db, 'booking officer');
  officer = { ...account, ...(await openSession(app.url, account.email)) };
});
afterAll(() => app.stop());

/** A booking from the roadside to the clearance; answers its id. */
async function fullJourney(): Promise<string> {
  const { client } = officer;
  const { _id, billRef } = await billed(client, (await booked(client))._id);
  const { url } = await client.ok(startPayment, { body: { billRef } });
  await payAtGateway(url);
  await client.ok(checkBooking, { params: { id: _id } });
  await client.ok(clearVehicle, { params: { id: _id }, body: { completed: true } });
  return _id;
}

test('the whole way of a booking is written down: who, what, from where, before and after', async () => {
  const id = await fullJourney();
  const rows = await app.db
    .selectFrom('audit')
    .selectAll()
    .where('record_id', '=', id)
    .orderBy('number')
    .execute();
  const me = [officer.id, 'booking officer', '127.0.0.1'];
  expect(rows.map((row) => [row.event, row.actor_id, row.actor_role, row.address])).toEqual([
    ['booking.made', ...me],
    ['booking.billed', null, 'system', ''],
    ['payment.started', ...me],
    ['booking.paid', ...me],
    ['booking.checked', ...me],
    ['booking.cleared', ...me],
  ]);
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(rows[3]).toMatchObject({
    before: { paid: false },
    after: { paid: true, amount: 12_000 },
  });
  for (const row of rows) expect(Date.now() - row.at.getTime()).toBeLessThan(600_000);
});

test('every chain verifies after full journeys and changes at the same time', async () => {
  await Promise.all(Array.from({ length: 4 }, () => fullJourney()));
  const { client } = officer;
  const { _id: id } = await booked(client, {
    name: "Ṣọlá O'Brien 😀",
    position: { lat: 11.163_000_000_000_01, lng: -0.000_000_1, accuracy: 1e-7 },
  });
  const { billRef } = await billed(client, id);
  await Promise.all([
    ...Array.from({ length: 10 }, () => client.ok(startPayment, { body: { billRef } })),
    ...Array.from({ length: 10 }, () => client.ok(checkBooking, { params: { id } })),
    ...Array.from({ length: 5 }, () => client.ok(sweepBookings)),
    ...Array.from({ length: 5 }, () => openSession(app.url, officer.email)),
  ]);
  expect((await verifyAudit(app.db)).findings).toEqual([]);
  const longest = await app.db
    .selectFrom('audit')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('record_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(longest.number).toBe(22);
});

test("the application's role can neither change nor delete what is written down", async () => {
  await booked(officer.client);
  const attempts = [
    app.db.updateTable('audit').set({ event: 'booking.paid' }),
    app.db.deleteFrom('audit'),
    app.db.deleteFrom('bookings'),
    app.db.deleteFrom('payments'),
    app.db.deleteFrom('booking_offences'),
    app.db.deleteFrom('users'),
    app.db.deleteFrom('payment_exceptions'),
    app.db.schema.dropTable('audit'),
    app.db.schema.alterTable('audit').dropColumn('hash'),
  ];
  for (const attempt of attempts)
    await expect(attempt.execute()).rejects.toThrow(/permission denied|must be owner/);
});

test('no password, hash or token is ever written down', async () => {
  const account = await makeAccount(app.db, 'booking officer');
  const { code, hash: token_hash } = oneTimeCode();
  const expires_at = new Date(Date.now() + 60_000);
  const anybody = createClient(app.url);
  // Before the link that is used below: only the newest opens, and this one is made after the answer.
  await anybody.ok(forgotPassword, { body: { email: account.email } });
  await until('a link is made', async () =>
    (await trailOf(app.db, { record: account.id })).some(
      ({ event }) => event === 'user.reset-asked',
    ),
  );
  await app.db
    .insertInto('password_resets')
    .values({ token_hash, user_id: account.id, expires_at })
    .execute();
  const secret = 'a secret that must stay one';
  const first = await openSession(app.url, account.email);
  const reset = withoutStep(
    await anybody.ok(resetPassword, {
      params: { token: code },
      body: { password: secret, confirmPassword: secret },
    }),
  );
  const last = await openSession(app.url, account.email, secret);
  await createClient(app.url, last.token).ok(logout);

  const { password_hash } = await app.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  const resets = await app.db.selectFrom('password_resets').select('token_hash').execute();
  const trail = await trailOf(app.db);
  expect(trail.filter(({ record_id }) => record_id === account.id).length).toBeGreaterThan(4);
  const written = JSON.stringify(trail.map(({ before, after }) => [before, after]));
  const secrets = [
    secret,
    testPassword,
    password_hash,
    code,
    ...resets.map((row) => row.token_hash),
    ...[first.token, reset.token, last.token].flatMap((token) => [
      token,
      token.split('.')[2] ?? '',
    ]),
  ];
  for (const text of secrets) expect(written).not.toContain(text);
  // A sign-in says that a password proved it; no field holds one.
  expect(written).not.toMatch(/argon2|"\w*password\w*":/i);
  // How every token begins; an id, which is written in capitals, may hold these letters, too.
  expect(written).not.toContain('eyJ');
});

test('completed without a payment or a decision is refused by the database, even to its owner', async () => {
  const { _id: id } = await booked(officer.client);
  const complete = asOwner(
    app,
    'update bookings set completed = true, completed_at = now(), completed_by = $2 where id = $1',
    [id, officer.id],
  );
  await expect(complete).rejects.toThrow('completed_only_when_settled');
  const nobodyDid = asOwner(
    app,
    'update bookings set paid = true, completed = true where id = $1',
    [id],
  );
  await expect(nobodyDid).rejects.toThrow('completed_by_somebody');
});

test('one booking can hold one payment, and one bill belongs to one booking', async () => {
  const id = await fullJourney();
  const copy = `insert into payments (id, booking_id, kind, gateway, bill_ref, amount_kobo, receipt)
    select id || '2', booking_id, kind, gateway, bill_ref, amount_kobo, receipt
    from payments where booking_id = $1`;
  await expect(asOwner(app, copy, [id])).rejects.toThrow('payments_booking');
  // Of price 0: nobody asks for a bill meanwhile.
  const { _id: other } = await booked(officer.client, { offence: [{ id: 'VIL-06' }] });
  const share = `update bookings
    set bill_ref = (select bill_ref from bookings where id = $1), bill_gateway = 'PayKaduna'
    where id = $2`;
  await expect(asOwner(app, share, [id, other])).rejects.toThrow('bookings_bill_ref');
});

test('a record that has a trail gets no second beginning', async () => {
  const { _id: id } = await booked(officer.client);
  const made = { event: 'booking.made', record: 'booking', id, before: null, after: {} } as const;
  const begin = app.db.transaction().execute((trx) => writeFirstAudit(trx, system, made));
  await expect(begin).rejects.toThrow('audit_record_type_record_id_number_key');
});

test('a change whose audit row cannot be written does not happen', async () => {
  await asOwner(app, 'alter table audit rename to audit_away');
  try {
    const body = aBooking({ name: 'Never Stored' });
    expect((await officer.client.call(createBooking, { body })).status).toBe(500);
  } finally {
    await asOwner(app, 'alter table audit_away rename to audit');
  }
  const stored = await app.db
    .selectFrom('bookings')
    .select('id')
    .where('name', '=', 'Never Stored')
    .execute();
  expect(stored).toEqual([]);
});
