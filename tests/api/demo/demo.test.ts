import { sql } from 'kysely';
import { decodeTime } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, demoSignIns } from '#contract/demo.ts';
import { accountStates, organisationNames } from '#contract/places.ts';
import { roles } from '#contract/roles.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { closeDemo, seedDemo } from '#server/demo/seed.ts';
import { demoAccounts } from '#server/demo/staff.ts';
import { linkHash, personalDigest } from '#server/features/audit/rules.ts';
import { sealAudit } from '#server/features/audit/seals.ts';
import { passwordFits } from '#server/features/auth/passwords.ts';
import { offenceById } from '#server/features/offences/queries.ts';
import { findBill } from '#server/gateways/sandbox-paykaduna/bills.ts';
import { verifyAudit } from '#server/trail.ts';
import { until } from '#tests/support/journey.ts';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';

const demoEmails = demoAccounts.map(({ email }) => email);
const now = new Date('2026-03-03T14:20:00Z');

let clone: ClonedDatabase;
let db: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.appUrl);
  await seedDemo(db, now);
});

afterAll(async () => {
  await closeDatabase(db);
  await clone.drop();
});

const bookings = () => db.selectFrom('bookings').selectAll().orderBy('created_at').execute();

async function counts() {
  const tables = ['users', 'bookings', 'booking_offences', 'payments', 'audit'] as const;
  const all = tables.map((table) =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow(),
  );
  return (await Promise.all(all)).map(({ rows }) => rows);
}

test('seeding again changes nothing, also when two servers start at once', async () => {
  const before = await counts();
  await Promise.all([seedDemo(db, now), seedDemo(db, new Date('2026-09-01T08:00:00Z'))]);
  expect(await counts()).toEqual(before);
});

test('a walk through its trail finds nothing', { tags: 'night' }, async () => {
  await until('it is sealed', async () => (await sealAudit(db)) === 0);
  expect((await verifyAudit(db)).findings).toEqual([]);
});

test('there is one account a role, and a second state admin, each opened by the demo password and marked as demo', async () => {
  const accounts = await db
    .selectFrom('users')
    .selectAll()
    .where('email', 'in', demoEmails)
    .execute();
  expect(new Set(accounts.map(({ role }) => role))).toEqual(
    new Set(roles.filter((role) => role !== 'guest')),
  );
  expect(accounts.filter(({ role }) => role === 'state admin')).toHaveLength(2);
  expect(accounts).toHaveLength(6);
  for (const account of accounts) {
    expect(account.email).toMatch(new RegExp(`^(?:second-)?${account.role.replace(' ', '-')}@`));
    expect(account.state).toBe('Kaduna');
    expect(account.demo && account.active).toBe(true);
    expect(await passwordFits(account.password_hash, demoPassword)).toBe(true);
  }
});

test('each account that the sign-in page offers opens with the password it uses', async () => {
  for (const { email } of demoSignIns) {
    const account = await db
      .selectFrom('users')
      .select(['active', 'demo', 'password_hash', 'state'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(account).toMatchObject({ active: true, demo: true });
    expect(await passwordFits(account.password_hash, demoPassword)).toBe(true);
    expect(account.state).toBe(email.startsWith('all-states') ? null : 'Kaduna');
  }
});

test('nobody signs in as the other officers', async () => {
  const others = await db
    .selectFrom('users')
    .selectAll()
    .where(
      'email',
      'not in',
      demoSignIns.map(({ email }) => email),
    )
    .execute();
  expect(others).toHaveLength(21);
  for (const hash of new Set(others.map(({ password_hash }) => password_hash)))
    expect(await passwordFits(hash, demoPassword)).toBe(false);
});

test('a year of bookings up to now, each marked as demo and carrying its time in its id', async () => {
  const rows = await bookings();
  expect(rows.length).toBeGreaterThan(2_200);
  for (const row of rows) {
    expect(row.demo).toBe(true);
    expect(row.created_at.getTime()).toBeLessThan(now.getTime());
    expect(row.created_at.getTime()).toBeGreaterThan(now.getTime() - 366 * 86_400_000);
    expect(decodeTime(row.id)).toBe(row.created_at.getTime());
  }
  const hours = rows.map(({ created_at }) => (created_at.getUTCHours() + 1) % 24);
  expect(hours.filter((hour) => hour >= 7 && hour < 19).length).toBeGreaterThan(rows.length * 0.7);
});

test('the price of a booking is the sum of its offences, each as the catalogue has it', async () => {
  const lines = await db.selectFrom('booking_offences').selectAll().execute();
  const sums = new Map<string, number>();
  for (const line of lines) {
    const offence = offenceById(line.offence_id);
    expect(offence).toMatchObject({
      name: line.name,
      penalty: line.penalty,
      code: line.code,
      amount: line.amount_kobo / 100,
    });
    sums.set(line.booking_id, (sums.get(line.booking_id) ?? 0) + line.amount_kobo);
  }
  for (const row of await bookings()) {
    expect(row.price_kobo).toBeGreaterThan(0);
    expect(sums.get(row.id)).toBe(row.price_kobo);
  }
});

test('no phone number can be anybody’s', async () => {
  const staff = await db.selectFrom('users').select('phone').execute();
  const drivers = await bookings();
  const numbers = [
    ...staff.map(({ phone }) => phone),
    ...drivers.map(({ phone_no }) => phone_no),
    ...drivers.map(({ phone_two }) => phone_two).filter((number) => number !== ''),
  ];
  for (const number of numbers) expect(number).toMatch(/^09005\d{6}$/);
});

test('unpaid, paid and completed bookings stand in several zones and every organisation', async () => {
  const rows = await bookings();
  const states = {
    unpaid: rows.filter(({ paid }) => !paid),
    paid: rows.filter(({ paid, completed }) => paid && !completed),
    completed: rows.filter(({ completed }) => completed),
  };
  for (const found of Object.values(states)) {
    expect(new Set(found.map(({ zone }) => zone)).size).toBeGreaterThan(5);
    expect(found.some(({ zone }) => zone === 'Zaria')).toBe(true);
  }
  expect(new Set(rows.map(({ organisation }) => organisation))).toEqual(new Set(organisationNames));
  expect(states.completed.length).toBeGreaterThan(rows.length * 0.8);
  const inZaria = states.unpaid.filter(({ zone }) => zone === 'Zaria');
  expect(inZaria.length).toBeGreaterThan(30);
  expect(inZaria.length).toBeLessThan(65);
});

test('those who booked and cleared belong to the place', async () => {
  const staff = new Map(
    (await db.selectFrom('users').selectAll().execute()).map((user) => [user.id, user]),
  );
  const states = [...staff.values()].flatMap(({ state }) => state ?? []);
  expect(new Set(states)).toEqual(new Set(accountStates));
  for (const row of await bookings()) {
    expect(staff.get(row.created_by)?.zone).toBe(row.zone);
    if (row.completed_by === null) continue;
    expect(['booking officer', 'zonal head', 'state admin']).toContain(
      staff.get(row.completed_by)?.role,
    );
  }
});

test('a paid booking has a payment and a paid bill; an unpaid one a bill that can be paid', async () => {
  const payments = new Map(
    (await db.selectFrom('payments').selectAll().execute()).map((row) => [row.booking_id, row]),
  );
  const rows = await bookings();
  const bills = await Promise.all(rows.map(({ bill_ref }) => findBill(db, bill_ref ?? '')));
  for (const [index, row] of rows.entries()) {
    const bill = bills[index];
    const due = bill?.items.reduce((sum, item) => sum + item.amount_kobo, 0);
    expect(due).toBe(row.price_kobo);
    expect(bill?.payer).toBe(row.name);
    const payment = payments.get(row.id);
    expect(payment !== undefined).toBe(row.paid);
    expect(bill?.receipt ?? undefined).toBe(payment?.receipt);
    if (!payment) continue;
    expect(payment.amount_kobo).toBe(row.price_kobo);
    expect(payment.confirmed_at >= row.created_at).toBe(true);
    if (row.completed_at) expect(row.completed_at >= payment.confirmed_at).toBe(true);
  }
});

test('the next receipt of the sandbox is none that was given', async () => {
  const { rows } = await sql<{ next: number; last: string }>`
    select nextval('sandbox.receipts') as next, (select max(receipt) from sandbox.bills) as last
  `.execute(db);
  expect(rows[0]?.next).toBeGreaterThan(Number(rows[0]?.last));
});

test('the audit chain of every booking holds, from made to cleared', async () => {
  const trail = db.selectFrom('audit').selectAll().where('record_type', '=', 'booking');
  const audit = await trail.orderBy('id').execute();
  const chains = Map.groupBy(audit, ({ record_id }) => record_id);
  const rows = await bookings();
  expect(chains.size).toBe(rows.length);
  for (const row of rows) {
    const links = chains.get(row.id) ?? [];
    const events = ['booking.made', 'booking.billed', 'booking.paid', 'booking.cleared'];
    const steps = links.map(({ event }) => event);
    expect(steps.filter((event) => events.includes(event))).toEqual(
      events.slice(0, row.completed ? 4 : row.paid ? 3 : 2),
    );
    let previousHash = '';
    for (const [index, link] of links.entries()) {
      expect(link.number).toBe(index + 1);
      expect(link.previous_hash).toBe(previousHash);
      expect(link.digest).toBe(personalDigest(link.salt, link.before, link.after));
      expect(link.hash).toBe(
        linkHash({
          recordType: link.record_type,
          recordId: link.record_id,
          number: link.number,
          event: link.event,
          actorId: link.actor_id,
          actorRole: link.actor_role,
          address: link.address,
          at: link.at.toISOString(),
          digest: link.digest,
          previousHash,
        }),
      );
      previousHash = link.hash;
    }
  }
});

test('two tickets are held for somebody who may ask for them, and one was', async () => {
  const holds = await db.selectFrom('holds').select('lifted_at').execute();
  expect(holds.map(({ lifted_at }) => lifted_at !== null).sort()).toEqual([false, false, true]);
});

test('closing the demo leaves nobody of it active and ends their sessions; opening undoes the first', async () => {
  const [account] = await db.selectFrom('users').select('id').limit(1).execute();
  await db
    .insertInto('sessions')
    .values({ id: 'a session', user_id: account?.id ?? '', expires_at: new Date('2099-01-01') })
    .execute();
  const active = () =>
    db.selectFrom('users').select('id').where('demo', '=', true).where('active', '=', true);
  const before = await counts();

  await closeDemo(db);
  await closeDemo(db);
  expect(await active().execute()).toEqual([]);
  const session = await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
  expect(session.ended_at).not.toBeNull();

  await seedDemo(db, now);
  expect(await active().execute()).toHaveLength(28);
  expect(await counts()).toEqual(before);
});
