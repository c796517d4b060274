import { sql } from 'kysely';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rootOf } from '#server/features/audit/roots.ts';
import { sealAudit } from '#server/features/audit/seals.ts';
import { verifyAudit, walkTrail } from '#server/trail.ts';
import { openSession, type Session } from '#tests/support/client.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { billed, booked, until } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Session;
/** Three bookings with their bills: their audit rows in order, all of them sealed. */
let rows: Row[] = [];

interface Row {
  id: number;
  record_id: string;
  number: number;
}

beforeAll(async () => {
  app = await startTestApp();
  const { email } = await makeAccount(app.db, 'booking officer');
  officer = await openSession(app.url, email);
  for (let made = 0; made < 3; made += 1) {
    await billed(officer.client, (await booked(officer.client))._id);
    // Each has a seal after those of the one before.
    await allSealed();
  }
  rows = await app.db
    .selectFrom('audit')
    .select(['id', 'record_id', 'number'])
    .where('record_type', '=', 'booking')
    .orderBy('id')
    .execute();
});
afterAll(async () => {
  await app.stop();
});

async function allSealed(): Promise<void> {
  await until('every row is sealed', async () => (await unsealed()) === 0);
}

async function unsealed(): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*) from audit
    where id not in (select unnest(row_ids) from audit_seals)`.execute(app.db);
  return found.rows[0]?.count ?? -1;
}

/** What the walk finds after the owner did this by hand, in a transaction that is then undone. */
async function findingsAfter(...statements: string[]): Promise<readonly string[]> {
  const trx = await app.owner.startTransaction().setIsolationLevel('repeatable read').execute();
  try {
    for (const statement of statements) await sql.raw(statement).execute(trx);
    return (await walkTrail(trx)).findings;
  } finally {
    await trx.rollback().execute();
  }
}

function at(place: number): Row {
  const row = rows.at(place);
  if (!row) throw new Error('There are too few audit rows.');
  return row;
}

test('every change is sealed within a moment, and the trail holds', async () => {
  const walked = await verifyAudit(app.db);
  expect(walked.findings).toEqual([]);
  expect(walked.rows).toBeGreaterThanOrEqual(rows.length);
  expect(walked.seals).toBeGreaterThan(0);
});

test('many processes sealing at once leave no row out and seal none twice', async () => {
  await Promise.all([
    ...Array.from({ length: 12 }, () => booked(officer.client)),
    ...Array.from({ length: 40 }, () => sealAudit(app.db)),
  ]);
  await allSealed();
  const { rows: counted } = await sql<{ sealed: number; different: number }>`
    select count(*) as sealed, count(distinct id) as different
    from audit_seals, unnest(row_ids) as id`.execute(app.db);
  expect(counted[0]?.sealed).toBe(counted[0]?.different);
  expect((await verifyAudit(app.db)).findings).toEqual([]);
});

test('a row that the owner changed is named', async () => {
  const row = at(1);
  const named = [`Row ${row.number} of booking ${row.record_id} was changed.`];
  expect(
    await findingsAfter(`update audit set actor_role = 'state admin' where id = ${row.id}`),
  ).toEqual(named);
  expect(
    await findingsAfter(`update audit set after = '{"price": 1}' where id = ${row.id}`),
  ).toEqual([...named, `Booking ${row.record_id} has another bill than the trail says.`]);
});

test('a row that the owner deleted is named, be it the last of its record', async () => {
  const missing = (id: number): unknown =>
    expect.stringMatching(
      new RegExp(`^The audit row with the id ${id}, under seal \\d+, is missing\\.$`),
    );
  const first = rows.find(({ number }) => number === 1) ?? at(0);
  const last = rows.findLast(({ number }) => number === 2) ?? at(-1);
  expect(await findingsAfter(`delete from audit where id = ${last.id}`)).toEqual(
    expect.arrayContaining([missing(last.id)]),
  );
  expect(await findingsAfter(`delete from audit where id = ${first.id}`)).toEqual(
    expect.arrayContaining([`Row 1 of booking ${first.record_id} is missing.`, missing(first.id)]),
  );
});

test('the last rows cut off are named', async () => {
  const cut = rows.slice(-2).map(({ id }) => id);
  const found = (await findingsAfter(`delete from audit where id in (${cut.join()})`)).join('\n');
  for (const id of cut) expect(found).toContain(`The audit row with the id ${id},`);
});

test('two rows swapped are named', async () => {
  const [one, other] = [at(0), at(1)];
  expect(
    await findingsAfter(
      'alter table audit alter column id drop identity',
      `update audit set id = -1 where id = ${one.id}`,
      `update audit set id = ${one.id} where id = ${other.id}`,
      `update audit set id = ${other.id} where id = -1`,
    ),
  ).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^The rows under seal \d+ are not the ones that were sealed\.$/),
    ]),
  );
});

test('a row put in behind the chain’s back is named', async () => {
  const row = at(0);
  const copied = 'event, actor_role, address, salt, digest, previous_hash, hash';
  const found = await findingsAfter(
    'alter table audit disable trigger audit_row_follows',
    `insert into audit (record_type, record_id, number, at, xid, ${copied})
     select record_type, record_id, 99, at - interval '1 hour', '3', ${copied}
     from audit where id = ${row.id}`,
  );
  expect(found.join('\n')).toContain(`Row 98 of booking ${row.record_id} is missing.`);
  expect(found.join('\n')).toMatch(/The audit row with the id \d+ has no seal\./);
});

test('a seal that was changed or taken out is named', async () => {
  expect(
    await findingsAfter(
      `update audit_seals set sealed_at = sealed_at - interval '1 day' where number = 1`,
    ),
  ).toContain('Seal 1 was changed.');
  expect(await findingsAfter('delete from audit_seals where number = 1')).toContain(
    'Seal 1 is missing.',
  );
});

test('a row of another time than its seal is named, but for a step of a demo’s proposal', async () => {
  const row = at(-1);
  const { id: by } = await makeAccount(app.db, 'state admin');
  const proposal = ulid();
  const dated = (event: string, demo: boolean) =>
    findingsAfter(
      `insert into proposals (id, kind, organisation, subject, body, reason, proposed_by)
       values ('${proposal}', 'set of rules', 'Kaduna', '', '{}', 'The gazette.', '${by}')`,
      'alter table proposals disable trigger user',
      `update proposals set demo = ${demo}`,
      `update audit set record_type = 'organisation', event = '${event}',
         after = '{"proposal": "${proposal}"}', at = at - interval '1 year' where id = ${row.id}`,
    );
  const named = `Row ${row.number} of organisation ${row.record_id} has a time that its seal does not allow.`;
  expect(await dated('rules.proposed', true)).not.toContain(named);
  expect(await dated('rules.proposed', false)).toContain(named);
  expect(await dated('fee.set', true)).toContain(named);
});

test('a booking that was made by hand has no row that says so', async () => {
  const row = at(0);
  const found = await findingsAfter(
    `update audit set record_id = 'elsewhere' where record_id = '${row.record_id}'`,
  );
  expect(found).toContain(`Booking ${row.record_id} has no row that says booking.made.`);
});

test('a root kept outside finds a chain that was rewritten as a whole', async () => {
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Africa/Lagos' });
  const root = await rootOf(app.db, today);
  if (!root) throw new Error('Nothing was sealed.');
  expect((await verifyAudit(app.db, [root])).findings).toEqual([]);
  // Under the sealer's own lock: a seal made meanwhile would stand on seals that are gone.
  const locked = `perform pg_advisory_xact_lock(4400002);`;
  await asOwner(app, `do $$ begin ${locked} delete from audit_seals; end $$`);
  await allSealed();
  expect((await verifyAudit(app.db)).findings).toEqual([]);
  expect((await verifyAudit(app.db, [root])).findings).toEqual([
    expect.stringMatching(new RegExp(`^(?:Seal|A copy of seal) ${root.number} `)),
  ]);
});
