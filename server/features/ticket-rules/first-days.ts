import { sql } from 'kysely';
import type { Organisation } from '#contract/places.ts';
import { dueDayOf } from '#contract/ticket-rules.ts';
import type { Database } from '#server/db/database.ts';
import { isUnpaid } from '#server/db/unpaid.ts';
import { writeAuditOfMany } from '#server/features/audit/commands.ts';
import { today } from '#server/features/offences/queries.ts';
import { system } from '#server/http/caller.ts';
import { keepCalendar, rulesOn } from './queries.ts';

const batchSize = 200;

/**
 * Gives unpaid tickets a due day that have none, since no rules held when they were issued: their
 * days count from today, by the rules of today. Answers how many there were in this batch.
 */
export const giveDueDays = (db: Database): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await keepCalendar(trx);
    const { rows } = await sql<{ id: string; organisation: Organisation; demo: boolean }>`
      select id, organisation, demo from bookings
      where due_day is null and ${isUnpaid}
        and not exists (select from disputes
                        where disputes.booking_id = bookings.id and outcome is null)
        and exists (select from ticket_rules
                    where ticket_rules.organisation = bookings.organisation
                      and ticket_rules.demo = bookings.demo and from_day <= ${today})
      order by id limit ${batchSize} for update skip locked`.execute(trx);
    const places = Map.groupBy(rows, ({ organisation, demo }) => `${organisation} ${demo}`);
    for (const tickets of places.values()) {
      const [of] = tickets;
      const { day, rules } = of ? await rulesOn(trx, of) : { day: '', rules: null };
      if (!rules) continue;
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
          after: { dueDay, because: 'No rules of tickets held when it was issued.' },
        })),
      );
    }
    return rows.length;
  });
