import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { seedWaiting } from '#server/demo/seed-waiting.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { sealAudit } from '#server/features/audit/seals.ts';
import { whyNotConfirmed } from '#server/features/users/queries.ts';
import { verifyAudit } from '#server/trail.ts';
import { until } from '#tests/support/journey.ts';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';

let clone: ClonedDatabase;
let db: Database;
const now = new Date();

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.appUrl);
  await seedDemo(db, now);
  await seedWaiting(db, now);
});
afterAll(async () => {
  await closeDatabase(db);
  await clone.drop();
});

const proposedFees = () => db.selectFrom('proposals').where('kind', '=', 'fee');

const idOf = async (email: string) =>
  (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow())
    .id;

test('a walk through its trail finds nothing', async () => {
  await until('it is behind the horizon', async () => {
    const { rows } = await sql<{ all: boolean }>`
      select bool_and(xid < transaction_horizon()) as all from audit`.execute(db);
    return rows[0]?.all === true;
  });
  await until('it is sealed', async () => (await sealAudit(db)) === 0);
  expect((await verifyAudit(db)).findings).toEqual([]);
});

test('a fee, a refund and a statement of the second state admin wait, and the first one can confirm them', async () => {
  const [first, second] = await Promise.all([
    idOf('state-admin@hanya.test'),
    idOf('second-state-admin@hanya.test'),
  ]);
  const waits = { proposed_by: second, outcome: null, organisation: 'Kaduna' };
  const fees = await proposedFees().selectAll().where('outcome', 'is', null).execute();
  expect(fees).toMatchObject([waits]);
  const refunds = await db
    .selectFrom('proposals')
    .selectAll()
    .where('kind', '=', 'refund')
    .where('proposed_by', '=', second)
    .execute();
  expect(refunds).toMatchObject([waits]);
  const statements = await db.selectFrom('statements').selectAll().execute();
  expect(statements).toMatchObject([{ sent_by: second, in_force: false, demo: true }]);
  expect(Number(statements[0]?.lines)).toBeGreaterThan(10);
  expect(await whyNotConfirmed(db, first, second, true)).toBeNull();
  expect(await whyNotConfirmed(db, second, first, true)).toBeNull();
});

test('a fee of the first state admin applies later, since the second one has confirmed it', async () => {
  const [first, second] = await Promise.all([
    idOf('state-admin@hanya.test'),
    idOf('second-state-admin@hanya.test'),
  ]);
  const fees = await db.selectFrom('offence_fees').selectAll().execute();
  expect(fees).toMatchObject([
    { organisation: 'Kaduna', demo: true, set_by: first, confirmed_by: second },
  ]);
  expect((fees[0]?.from_day ?? '') > now.toISOString().slice(0, 10)).toBe(true);
});

test('a refund that waits can be confirmed: its money came in and none of it was given back', async () => {
  const { id, subject } = await db
    .selectFrom('proposals')
    .select(['id', 'subject'])
    .where((eb) => eb.and({ kind: 'refund', outcome: null }))
    .where('proposed_by', '=', await idOf('second-state-admin@hanya.test'))
    .executeTakeFirstOrThrow();
  const decided_by = await idOf('state-admin@hanya.test');
  await db
    .updateTable('proposals')
    .where('id', '=', id)
    .set({ outcome: 'confirmed', decided_by, decided_at: new Date() })
    .execute();
  const refunds = await db
    .selectFrom('refunds')
    .select(['booking_id', 'line'])
    .where('id', '=', id)
    .execute();
  expect(refunds.map(({ booking_id, line }) => `${booking_id} ${line}`)).toEqual([subject]);
});

test('seeding again adds nothing, also when what waited was decided', async () => {
  await db
    .updateTable('proposals')
    .where((eb) => eb.and({ kind: 'fee', outcome: null }))
    .set({
      outcome: 'refused',
      refusal: 'Not this year.',
      decided_by: await idOf('state-admin@hanya.test'),
      decided_at: new Date(),
    })
    .execute();
  await seedWaiting(db, now);
  expect(await proposedFees().select('id').execute()).toHaveLength(2);
  expect(await db.selectFrom('statements').select('id').execute()).toHaveLength(1);
});

test('two servers that start at once seed what waits once', { tags: 'night' }, async () => {
  const other = await cloneDatabase();
  const both = openDatabase(other.appUrl);
  try {
    await seedDemo(both, now);
    await Promise.all([seedWaiting(both, now), seedWaiting(both, now)]);
    const kinds = await both
      .selectFrom('proposals')
      .select('kind')
      .where('outcome', 'is', null)
      .where('kind', 'in', ['fee', 'statement', 'refund', 'correction'])
      .where('proposed_by', '=', (eb) =>
        eb.selectFrom('users').select('id').where('email', '=', 'second-state-admin@hanya.test'),
      )
      .orderBy('kind')
      .execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(['correction', 'fee', 'refund', 'statement']);
  } finally {
    await closeDatabase(both);
    await other.drop();
  }
});

test('a correction of a paid ticket of Zaria waits, and a holiday has moved the days of tickets', async () => {
  const [correction] = await db
    .selectFrom('proposals')
    .innerJoin('bookings', 'bookings.id', 'proposals.subject')
    .where('kind', '=', 'correction')
    .select(['outcome', 'proposals.zone', 'paid', 'completed', 'location', 'body'])
    .execute();
  expect(correction).toMatchObject({
    outcome: null,
    zone: 'Zaria',
    paid: true,
    completed: false,
    body: { before: { location: correction?.location } },
  });
  const holidays = await db.selectFrom('holidays').selectAll().execute();
  expect(holidays).toMatchObject([{ demo: true, is_holiday: true }]);
  expect(holidays[0]?.moved_at).not.toBeNull();
  const moved = await db
    .selectFrom('audit')
    .innerJoin('bookings', 'bookings.id', 'record_id')
    .where('event', '=', 'booking.days-moved')
    .select(['actor_role', 'after', 'due_day'])
    .execute();
  expect(moved.length).toBeGreaterThan(0);
  for (const { actor_role, after } of moved) {
    expect(actor_role).toBe('system');
    expect(after).toMatchObject({ holiday: holidays[0]?.name });
  }
});
