import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { seedWaiting } from '#server/demo/seed-waiting.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { whyNotConfirmed } from '#server/features/users/queries.ts';
import { asOwner } from '#tests/support/factories.ts';
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

test('a fee and a statement of the second state admin wait, and the first one can confirm them', async () => {
  const [first, second] = await Promise.all([
    idOf('state-admin@hanya.test'),
    idOf('second-state-admin@hanya.test'),
  ]);
  const fees = await proposedFees().selectAll().execute();
  expect(fees).toMatchObject([{ proposed_by: second, outcome: null, organisation: 'Kaduna' }]);
  const statements = await db.selectFrom('statements').selectAll().execute();
  expect(statements).toMatchObject([{ sent_by: second, in_force: false, demo: true }]);
  expect(Number(statements[0]?.lines)).toBeGreaterThan(10);
  expect(await whyNotConfirmed(db, first, second, true)).toBeNull();
  expect(await whyNotConfirmed(db, second, first, true)).toBeNull();
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
  expect(await proposedFees().select('id').execute()).toHaveLength(1);
  expect(await db.selectFrom('statements').select('id').execute()).toHaveLength(1);
});

test('a first start that was broken off before its last step is made whole, and nothing is twice', async () => {
  const changes = () =>
    db
      .selectFrom('audit')
      .select('id')
      .where('event', '=', 'organisation.contacts-changed')
      .execute();
  const before = await changes();
  await asOwner(clone, `delete from proposals where kind = 'fee'`);
  await seedWaiting(db, now);
  expect(await proposedFees().select('id').execute()).toHaveLength(1);
  expect(await db.selectFrom('statements').select('id').execute()).toHaveLength(1);
  expect(await changes()).toEqual(before);
});
