import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { ProposalKind } from '#contract/decisions.ts';
import { demoPassword } from '#contract/demo.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import { hashPassword } from '#server/features/auth/passwords.ts';
import { offenceById } from '#server/features/offences/queries.ts';
import { dayMs } from '#server/time.ts';
import { type DemoBooking, demoHistory } from './bookings.ts';
import { lastInOfficeHours } from './calendar.ts';
import { demoCourt, type DemoDecision, paidBeforePlea } from './court.ts';
import { demoDispute } from './disputes.ts';
import { demoMessages } from './messages.ts';
import { demoObligations } from './obligations.ts';
import { phoneOf } from './people.ts';
import { createRandom } from './random.ts';
import { demoRefunds } from './refunds.ts';
import {
  billRow,
  bookingRow,
  type Handled,
  lineRows,
  paymentRows,
  ticketRow,
  userRow,
} from './rows.ts';
import { insertContacts } from './seed-contacts.ts';
import { seedExceptions } from './seed-exceptions.ts';
import { seedHolds } from './seed-holds.ts';
import { insertRules } from './seed-rules.ts';
import {
  demoAccounts,
  demoAdmin,
  demoFormerAdmin,
  demoJudge,
  demoOfficers,
  demoOverseer,
} from './staff.ts';
import { trailOf } from './trail.ts';

/**
 * Makes the demo accounts and a year of bookings up to `now`, once. Where they exist already it
 * only opens the accounts that `closeDemo` closed. All or nothing. `modules` says what follows them.
 */
export async function seedDemo(
  db: Database,
  now: Date,
  modules: Config['modules'] = 'all',
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await oneAtATime(trx);
    const isThere = await reopened(trx);
    await insertOverseer(trx, now);
    if (isThere) return;
    const ids = await insertOfficers(trx, now);
    const history = paidBeforePlea(demoHistory(now, offenceById), now);
    const bookings = await withReceipts(trx, history, ids);
    if (modules === 'all') await insertRules(trx, ids, now);
    // Before the year of tickets, so that the first seal holds it.
    await insertContacts(trx, ids, now);
    if (modules === 'none') await insertHistory(trx, bookings, now, nothingFollows);
    else {
      await insertHistory(trx, bookings, now, whatFollowed(bookings, now));
      await seedHolds(trx, ids, now);
    }
    await seedExceptions(trx);
  });
}

/** Closes the demo's accounts and ends their sessions; the records stay, out of everybody's scope. */
export async function closeDemo(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await oneAtATime(trx);
    const closed = await trx
      .updateTable('users')
      .set({ active: false })
      .where('demo', '=', true)
      .where('active', '=', true)
      .returning('id')
      .execute();
    if (closed.length === 0) return;
    await trx
      .updateTable('sessions')
      .set({ ended_at: new Date() })
      .where('ended_at', 'is', null)
      .where(
        'user_id',
        'in',
        closed.map(({ id }) => id),
      )
      .execute();
  });
}

/** Two servers that start at once wait for each other here. */
export async function oneAtATime(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`.execute(trx);
}

/** True if the demo exists; if so its accounts are open afterwards. */
async function reopened(trx: Transaction<DB>): Promise<boolean> {
  const staff = await trx.selectFrom('users').select('active').where('demo', '=', true).execute();
  if (staff.some(({ active }) => !active))
    await trx.updateTable('users').set({ active: true }).where('demo', '=', true).execute();
  return staff.length > 0;
}

/** Answers the new ids by email. */
async function insertOfficers(
  trx: Transaction<DB>,
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const random = createRandom('hanya demo staff');
  const [open, shut] = await Promise.all([
    hashPassword(demoPassword),
    // A password that nobody knows, so that nobody signs in as the staff who only made the history.
    hashPassword(randomBytes(32).toString('hex')),
  ]);
  const day = 86_400_000;
  const rows = demoOfficers.map((officer) => {
    const joinedAt = lastInOfficeHours(new Date(now.getTime() - random.between(380, 900) * day));
    return userRow(officer, {
      id: ulid(joinedAt.getTime()),
      phone: phoneOf(random),
      passwordHash: demoAccounts.includes(officer) ? open : shut,
      joinedAt,
      // The accounts meant for trying out have never signed in.
      lastActive: demoAccounts.includes(officer)
        ? null
        : new Date(now.getTime() - random.between(2, 2_900) * 60_000),
    });
  });
  await trx.insertInto('users').values(rows).execute();
  return new Map(rows.map(({ email, id }) => [email, id]));
}

async function insertOverseer(trx: Transaction<DB>, now: Date): Promise<void> {
  const joinedAt = lastInOfficeHours(new Date(now.getTime() - 400 * dayMs));
  const row = userRow(demoOverseer, {
    id: ulid(joinedAt.getTime()),
    joinedAt,
    lastActive: null,
    phone: phoneOf(createRandom('hanya demo overseer')),
    passwordHash: await hashPassword(demoPassword),
  });
  const known = trx.selectFrom('users').select('id').where('email', '=', row.email);
  if (!(await known.executeTakeFirst())) await trx.insertInto('users').values(row).execute();
}

/** Draws a receipt of the sandbox for each paid booking, in the order of payment. */
async function withReceipts(
  trx: Transaction<DB>,
  history: readonly DemoBooking[],
  ids: ReadonlyMap<string, string>,
): Promise<readonly Handled[]> {
  const paid = history
    .filter((booking) => booking.paidAt !== null)
    .sort((a, b) => Number(a.paidAt) - Number(b.paidAt));
  const { rows } = await sql<{ receipt: string }>`
    select to_char(nextval('sandbox.receipts'), 'FM00000000') as receipt
    from generate_series(1, ${paid.length}::int)`.execute(trx);
  const receipts = new Map(paid.map(({ id }, index) => [id, rows[index]?.receipt ?? null]));
  const idOf = (email: string): string => {
    const id = ids.get(email);
    if (id === undefined) throw new Error(`${email} is not one of the demo's staff.`);
    return id;
  };
  return history.map((booking) => ({
    ...booking,
    madeById: idOf(booking.madeBy.email),
    paymentSeenById: booking.paymentSeenBy && idOf(booking.paymentSeenBy.email),
    clearedById: booking.clearedAt && idOf(booking.clearedBy.email),
    receipt: receipts.get(booking.id) ?? null,
    judgeId: idOf(demoJudge.email),
    adminId: idOf(demoAdmin.email),
    formerAdminId: idOf(demoFormerAdmin.email),
  }));
}

/** What became of tickets that weren't simply paid. */
const whatFollowed = (bookings: readonly Handled[], now: Date) => ({
  court: demoCourt(bookings, now),
  messages: bookings.flatMap((one) => demoMessages(one, now)),
  refunds: bookings.flatMap((one) => demoRefunds(one, now)),
  disputes: bookings.flatMap((one) => demoDispute(one, now) ?? []),
  obligations: bookings.flatMap((one) => demoObligations(one, now)),
});
type Followed = ReturnType<typeof whatFollowed>;

const nothingFollows: Followed = {
  court: { batches: [], cases: [], locks: [], decisions: [], stories: [] },
  messages: [],
  refunds: [],
  disputes: [],
  obligations: [],
};

async function insertHistory(
  trx: Transaction<DB>,
  bookings: readonly Handled[],
  now: Date,
  followed: Followed,
): Promise<void> {
  const { court, messages, refunds, disputes, obligations } = followed;
  const isAlone = followed === nothingFollows;
  const lines = bookings.flatMap(lineRows);
  const told = [
    ...messages.flatMap(({ story }) => story ?? []),
    ...refunds.flatMap(({ stories }) => stories),
  ];
  const stories = Map.groupBy([...court.stories, ...told], ({ booking }) => booking);
  const trail = bookings
    .flatMap((one) => trailOf(one, now, isAlone ? null : (stories.get(one.id) ?? [])))
    .sort((a, b) => Number(a.at) - Number(b.at));
  const rows = bookings.map((one) => (isAlone ? ticketRow(one) : bookingRow(one, now)));
  await inBatches(rows, (batch) => trx.insertInto('bookings').values(batch));
  await inBatches(
    lines.map(({ line }) => line),
    (rows) => trx.insertInto('booking_offences').values(rows),
  );
  await inBatches(
    messages.map(({ row }) => row),
    (batch) => trx.insertInto('messages').values(batch),
  );
  await inBatches(court.batches, (batch) => trx.insertInto('court_batches').values(batch));
  await inBatches(court.cases, (batch) => trx.insertInto('court_cases').values(batch));
  for (const { id, at } of court.locks)
    await trx
      .updateTable('court_batches')
      .set({ locked_by: sql`made_by`, locked_at: at })
      .where('id', '=', id)
      .execute();
  await noteDecisions(trx, bookings, court.decisions);
  await inBatches(
    disputes.map(({ row }) => row),
    (batch) => trx.insertInto('disputes').values(batch),
  );
  const upheld = disputes.flatMap(({ upholding }) => upholding ?? []);
  await inBatches(obligations, (rows) => trx.insertInto('obligations').values(rows));
  await inBatches(bookings.map(billRow), (rows) => trx.insertInto('sandbox.bills').values(rows));
  await inBatches(
    lines.map(({ item }) => item),
    (rows) => trx.insertInto('sandbox.bill_items').values(rows),
  );
  await inBatches(bookings.flatMap(paymentRows), (rows) => trx.insertInto('payments').values(rows));
  const proposed = [...upheld, ...refunds];
  await inBatches(
    proposed.map(({ row }) => row),
    (rows) => trx.insertInto('proposals').values(rows),
  );
  for (const { row, decided } of proposed)
    if (decided)
      await trx
        .updateTable('proposals')
        .set({ outcome: 'confirmed', decided_by: decided.by, decided_at: decided.at })
        .where('id', '=', row.id)
        .execute();
  await inBatches(trail, (rows) => trx.insertInto('audit').values(rows));
}

/** The database ends the tickets of confirmed decisions. */
async function noteDecisions(
  trx: Transaction<DB>,
  [first]: readonly Handled[],
  decisions: readonly DemoDecision[],
): Promise<void> {
  if (!first || decisions.length === 0) return;
  await trx
    .insertInto('proposals')
    .values(
      decisions.map(({ id, booking, zone, at, body }) => ({
        id,
        kind: 'court decision' satisfies ProposalKind,
        organisation: 'Kaduna',
        zone,
        demo: true,
        subject: booking,
        body: JSON.stringify(body),
        reason: '',
        proposed_by: first.formerAdminId,
        proposed_at: at,
      })),
    )
    .execute();
  for (const { id, confirmedAt } of decisions)
    await trx
      .updateTable('proposals')
      .set({ outcome: 'confirmed', decided_by: first.judgeId, decided_at: confirmedAt })
      .where('id', '=', id)
      .execute();
}

/** PostgreSQL takes 65,535 values in a statement: 500 rows stay well below. */
async function inBatches<Row>(
  rows: readonly Row[],
  insert: (batch: readonly Row[]) => { execute: () => Promise<unknown> },
): Promise<void> {
  for (let from = 0; from < rows.length; from += 500)
    await insert(rows.slice(from, from + 500)).execute();
}
