import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import { isUnpaid } from '#server/db/unpaid.ts';
import { moveDays } from '#server/modules/after-ticket/ticket-rules/moved-days.ts';
import { dayMs, dayOf } from '#server/time.ts';
import { lastInOfficeHours, workingDaysFrom } from './calendar.ts';
import { confirmAt, noteAt, proposeAt, type Staff } from './proposals.ts';
import { proposeFee, setFee } from './seed-fees.ts';
import { oneAtATime } from './seed.ts';
import { demoAccounts } from './staff.ts';

const organisation = 'Kaduna';

/**
 * Seeds what the second state admin proposed for the first to confirm: a fee, a bank statement, a refund and
 * a correction. Also a holiday and a fee that both agreed on. Once, all or nothing.
 */
export async function seedWaiting(
  db: Database,
  now: Date,
  modules: Config['modules'] = 'all',
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await oneAtATime(trx);
    const [first, second] = await admins(trx);
    // A demo of an earlier version has no second one.
    if (!first || !second) return;
    const before = await trx
      .selectFrom('proposals')
      .select('id')
      .where((eb) => eb.and({ kind: 'fee', proposed_by: second.id }))
      .limit(1)
      .executeTakeFirst();
    if (before) return;
    const [twoDaysAgo, yesterday, lately] = [2, 1, 0].map((days) =>
      lastInOfficeHours(new Date(now.getTime() - days * dayMs)),
    ) as [Date, Date, Date];
    if (modules === 'all') {
      await declareHoliday(trx, [twoDaysAgo, yesterday], [first, second], now);
      await sendStatement(trx, lately, second);
      await proposeRefund(trx, lately, second);
    }
    await proposeCorrection(trx, lately, second);
    await setFee(trx, [twoDaysAgo, yesterday], [first, second]);
    await proposeFee(trx, lately, second);
  });
  if (modules === 'all') await moveDays(db);
}

async function admins(trx: Transaction<DB>): Promise<Staff[]> {
  const officers = demoAccounts.filter(({ role }) => role === 'state admin');
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('demo', '=', true)
    .where('role', '=', 'state admin')
    .execute();
  const ids = new Map(rows.map(({ id, email }) => [email, id]));
  return officers.flatMap((officer) => {
    const id = ids.get(officer.email);
    return id === undefined ? [] : { officer, id };
  });
}

/** The working day of the coming weeks on which most tickets are due; each of them moves on. */
async function declareHoliday(
  trx: Transaction<DB>,
  [proposed, confirmed]: readonly [Date, Date],
  [first, second]: readonly [Staff, Staff],
  now: Date,
): Promise<void> {
  const days = workingDaysFrom(new Date(now.getTime() + 3 * dayMs), 12).map(dayOf);
  const { rows } = await sql<{ day: string }>`
    select day::text from unnest(${days}::date[]) as day left join bookings
      on due_day = day and organisation = ${organisation} and demo and ${isUnpaid}
    group by day order by count(bookings.id) desc, day limit 1`.execute(trx);
  const from = rows[0]?.day ?? '';
  const body = { from, to: from, name: 'Day of mourning', isHoliday: true };
  const reason = 'The governor has announced it on the radio.';
  const id = await proposeAt(trx, proposed, first, {
    kind: 'holiday',
    organisation,
    subject: from,
    body,
    reason,
  });
  await confirmAt(trx, confirmed, second, id);
  const record = { record: 'organisation', id: organisation } as const;
  await noteAt(trx, proposed, first, {
    ...record,
    event: 'holiday.proposed',
    before: null,
    after: { proposal: id, ...body, reason },
  });
  const said = { proposal: id, from, to: from };
  await noteAt(trx, confirmed, second, {
    ...record,
    event: 'holiday.declared',
    before: said,
    after: said,
  });
}

/** The place of a paid ticket of Zaria whose vehicle waits in the yard. */
async function proposeCorrection(trx: Transaction<DB>, at: Date, by: Staff): Promise<void> {
  const ticket = await trx
    .selectFrom('bookings')
    .innerJoin('payments', 'payments.booking_id', 'bookings.id')
    .select(['bookings.id', 'bookings.zone', 'bookings.location'])
    .where((eb) =>
      eb.and({
        'bookings.organisation': organisation,
        'bookings.zone': 'Zaria',
        'bookings.demo': true,
        'bookings.paid': true,
        'bookings.completed': false,
      }),
    )
    .where('payments.confirmed_at', '<', at)
    .orderBy('bookings.created_at')
    .limit(1)
    .executeTakeFirst();
  if (!ticket) return;
  const { id: subject, zone, location } = ticket;
  const [before, after] = [{ location }, { location: `${location}, opposite the filling station` }];
  const reason = 'The officer gave the place by phone, and we wrote down only part of it.';
  const id = await proposeAt(trx, at, by, {
    kind: 'correction',
    organisation,
    zone,
    subject,
    body: { before, after },
    reason,
  });
  await noteAt(trx, at, by, {
    event: 'booking.correction-proposed',
    record: 'booking',
    id: subject,
    before,
    after: { ...after, proposal: id, state: 'waiting', reason },
  });
}

/** Half of a ticket's first fine, which the driver paid weeks ago. */
async function proposeRefund(trx: Transaction<DB>, at: Date, by: Staff): Promise<void> {
  const ticket = await trx
    .selectFrom('bookings')
    .innerJoin('payments', 'payments.booking_id', 'bookings.id')
    .innerJoin('booking_offences as charge', 'charge.booking_id', 'bookings.id')
    .select(['bookings.id', 'bookings.zone', 'charge.amount_kobo as kobo'])
    .where((eb) =>
      eb.and({
        'bookings.organisation': organisation,
        'bookings.zone': 'Zaria',
        'bookings.demo': true,
        'bookings.completed': true,
        'bookings.decided_at': null,
        'payments.kind': 'gateway',
        'charge.line': 1,
      }),
    )
    .where('charge.amount_kobo', '>', 0)
    .where('payments.confirmed_at', '<', new Date(at.getTime() - 21 * dayMs))
    .where(
      sql<boolean>`not exists (
        select from proposals where kind = 'refund' and body ->> 'booking' = bookings.id)`,
    )
    .orderBy('payments.confirmed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!ticket) return;
  const { id: booking, zone } = ticket;
  const kobo = ticket.kobo / 2;
  const said = {
    line: 1,
    exception: null,
    day: dayOf(at),
    proof: { kind: 'transfer', number: 'TRF-417620' },
    reverses: null,
  };
  const reason = 'The High Court lowered the charge by half.';
  const id = await proposeAt(trx, at, by, {
    kind: 'refund',
    organisation,
    zone,
    subject: `${booking} 1`,
    body: { booking, kobo, ...said },
    reason,
  });
  await noteAt(trx, at, by, {
    event: 'refund.proposed',
    record: 'booking',
    id: booking,
    before: null,
    after: { proposal: id, state: 'waiting', ...said, amount: kobo / 100, reason },
  });
}

/** A week that is over as a bank tells it: one amount differs, one line is missing. */
async function sendStatement(trx: Transaction<DB>, at: Date, by: Staff): Promise<void> {
  const [from, to] = [8, 2].map((days) => dayOf(new Date(at.getTime() - days * dayMs)));
  const gateway = 'PayKaduna';
  const { rows } = await sql<Line>`
    select payments.bill_ref, payments.receipt, payments.amount_kobo, payments.confirmed_at as paid_at
    from payments join bookings on bookings.id = payments.booking_id
    where payments.organisation = ${organisation} and payments.demo and payments.kind = 'gateway'
      and payments.gateway = ${gateway}
      and lagos_day(payments.confirmed_at) between ${from}::date and ${to}::date
    order by payments.confirmed_at`.execute(trx);
  const [other, ...others] = rows.slice(0, -1);
  if (!other) return;
  const lines = [{ ...other, amount_kobo: other.amount_kobo + 50_000 }, ...others];
  const kobo = lines.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0);
  // Not the hash of any file, so that nothing that is sent can pass for it.
  const sha256 = createHash('sha256').update('a statement of the demo').digest('hex');
  const id = await proposeAt(trx, at, by, {
    kind: 'statement',
    organisation,
    subject: sha256,
    body: { gateway, from, to, kobo },
    reason: '',
  });
  await trx
    .insertInto('statements')
    .values({
      id,
      organisation,
      demo: true,
      gateway,
      from_day: from ?? '',
      to_day: to ?? '',
      source: 'sent',
      sent_by: by.id,
      sent_at: at,
      sha256,
      in_force: false,
    })
    .execute();
  await trx
    .insertInto('statement_lines')
    .values(lines.map((line, index) => ({ ...line, statement_id: id, line: index + 1 })))
    .execute();
  await noteAt(trx, at, by, {
    event: 'statement.sent',
    record: 'organisation',
    id: organisation,
    before: null,
    after: {
      statement: id,
      gateway,
      from,
      to,
      lines: lines.length,
      amount: kobo / 100,
      sha256,
      waits: true,
    },
  });
}

interface Line {
  readonly bill_ref: string;
  readonly receipt: string;
  readonly amount_kobo: number;
  readonly paid_at: Date;
}
