import { sql, type Transaction } from 'kysely';
import { dueDayOf } from '#contract/modules/after-ticket/ticket-rules.ts';
import type { Organisation } from '#contract/places.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import { isUnpaid } from '#server/db/unpaid.ts';
import { writeAuditOfMany } from '#server/features/audit/commands.ts';
import { today } from '#server/features/offences/queries.ts';
import { system } from '#server/http/caller.ts';
import { changeCalendar, rulesOn } from './queries.ts';

const batchSize = 200;

const without = sql`
  select id, organisation, demo from bookings
  where due_day is null and ${isUnpaid}
    and not exists (select from disputes
                    where disputes.booking_id = bookings.id and outcome is null)
    and exists (select from ticket_rules
                where ticket_rules.organisation = bookings.organisation
                  and ticket_rules.demo = bookings.demo and from_day <= ${today})
  order by id limit ${batchSize}`;

interface Found {
  readonly id: string;
  readonly organisation: Organisation;
  readonly demo: boolean;
}

/**
 * Gives unpaid tickets a due day that have none, since no rules held when they were issued: their
 * days count from today, by the rules of today. Answers how many there were in this batch.
 */
export async function giveDueDays(db: Database): Promise<number> {
  const { rows: waiting } = await sql`${without}`.execute(db);
  if (waiting.length === 0) return 0;
  return db.transaction().execute(async (trx) => {
    // A dispute that is coming in takes a ticket its due day: it is seen, or waits.
    await changeCalendar(trx);
    const { rows } = await sql<Found>`${without} for update`.execute(trx);
    const places = Map.groupBy(rows, ({ organisation, demo }) => `${organisation} ${demo}`);
    for (const tickets of places.values()) await giveTo(trx, tickets);
    return rows.length;
  });
}

async function giveTo(trx: Transaction<DB>, tickets: readonly Found[]): Promise<void> {
  const [of] = tickets;
  const { day, rules } = of ? await rulesOn(trx, of) : { day: '', rules: null };
  if (!rules) return;
  const dueDay = dueDayOf(rules, day);
  await sql`
    update bookings set due_day = ${dueDay}
    where id = any(${tickets.map(({ id }) => id)}::text[])`.execute(trx);
  await writeAuditOfMany(
    trx,
    system,
    tickets.map(({ id }) => ({
      event: 'booking.days-moved',
      record: 'booking',
      id,
      before: { dueDay: null },
      after: { dueDay, because: 'No ticket rules applied when the ticket was issued.' },
    })),
  );
}
