import { sql } from 'kysely';
import { isAway } from '#server/db/availability.ts';
import type { Database } from '#server/db/database.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { system } from '#server/http/caller.ts';
import { log } from '#server/process/log.ts';

/** Bookings looked at one after the other. */
const batch = 200;

/** So many bookings are erased in one night; the next night goes on. */
const mostANight = 20_000;

/**
 * Makes unreadable who was booked in bookings that were settled so many years ago, and answers how
 * many. One with an open exception, a hold in force, or a case before a court waits until that is
 * over. Price, offences, place, day, officer and payment stay, and so do all figures.
 */
export async function eraseOldBookings(db: Database, years: number): Promise<number> {
  const settled = sql`coalesce(completed_at, withdrawn_at, decided_at)`;
  let [upTo, after] = ['-infinity', ''];
  let erased = 0;
  while (erased < mostANight) {
    const { rows } = await sql<{ id: string; moment: string }>`
      select id, ${settled}::text as moment from bookings
      where erased_at is null and ${settled} < now() - make_interval(years => ${years})
        and (${settled}, id) > (${upTo}::timestamptz, ${after})
      order by ${settled}, id
      limit ${batch}`.execute(db);
    for (const { id } of rows) if (await eraseBooking(db, id, years)) erased += 1;
    const last = rows.at(-1);
    if (!last || rows.length < batch) break;
    [upTo, after] = [last.moment, last.id];
  }
  return erased;
}

class NotErased extends Error {}

/** The row of the trail and the erasure in one transaction: neither without the other. */
async function eraseBooking(db: Database, id: string, years: number): Promise<boolean> {
  try {
    await db.transaction().execute(async (trx) => {
      const { rows: standing } = await sql<{ may: boolean }>`
        select may_be_erased(id, ${years}) as may from bookings where id = ${id} for update`.execute(
        trx,
      );
      if (!standing[0]?.may) throw new NotErased();
      await writeAudit(trx, system, {
        event: 'booking.erased',
        record: 'booking',
        id,
        before: null,
        after: { years },
      });
      const { rows } = await sql<{ done: boolean }>`
        select erase_booking(${id}, ${years}) as done`.execute(trx);
      if (!rows[0]?.done) throw new NotErased();
    });
    return true;
  } catch (error) {
    if (error instanceof NotErased) return false;
    if (isAway(error)) throw error;
    // One that is refused must not hold up all that come after it.
    log.error({ err: error, booking: id }, 'a booking could not be made unreadable');
    return false;
  }
}
