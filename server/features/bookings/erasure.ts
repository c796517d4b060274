import { sql } from 'kysely';
import { organisationNames } from '#contract/places.ts';
import { isAway } from '#server/db/availability.ts';
import type { Database } from '#server/db/database.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { system } from '#server/http/caller.ts';
import { log } from '#server/process/log.ts';

/** Bookings looked at one after the other. */
const batch = 200;

/** So many bookings of a list are looked at in one night; the next night goes on. */
const mostANight = 20_000;

/** A list of bookings that are settled, in the order in which they were. */
interface Settled {
  readonly list: string;
  /** The moment of clearance or withdrawal. */
  readonly at: 'completed_at' | 'withdrawn_at';
  readonly organisation: string | null;
}

const lists: readonly Settled[] = [
  ...organisationNames.map((organisation) => ({
    list: `cleared ${organisation}`,
    at: 'completed_at' as const,
    organisation,
  })),
  { list: 'withdrawn', at: 'withdrawn_at', organisation: null },
];

/**
 * Makes unreadable who was booked in bookings that were cleared or withdrawn so many years ago, and
 * answers how many. One with an open exception, a hold in force, or a case before a court waits until
 * that is over. Price, offences, place, day, officer and payment stay, and so do all figures.
 */
export async function eraseOldBookings(db: Database, years: number): Promise<number> {
  let erased = 0;
  for (const list of lists) erased += await eraseIn(db, list, years);
  return erased + (await eraseLeftBehind(db, years));
}

async function eraseIn(
  db: Database,
  { list, at, organisation }: Settled,
  years: number,
): Promise<number> {
  const known = await db
    .selectFrom('erasure_marks')
    .select(sql<string>`up_to::text`.as('up_to'))
    .where('list', '=', list)
    .executeTakeFirst();
  let [upTo, after] = [known?.up_to ?? '-infinity', ''];
  let erased = 0;
  for (let seen = 0; seen < mostANight; seen += batch) {
    const { rows } = await sql<{ id: string; moment: string }>`
      select id, ${sql.ref(at)}::text as moment from bookings
      where ${sql.ref(at)} < now() - make_interval(years => ${years})
        and ${organisation === null ? sql`withdrawn_at is not null` : sql`completed and organisation = ${organisation}`}
        and (${sql.ref(at)}, id) > (${upTo}::timestamptz, ${after})
      order by ${sql.ref(at)}, id
      limit ${batch}`.execute(db);
    for (const { id } of rows) if (await eraseBooking(db, id, years)) erased += 1;
    const last = rows.at(-1);
    if (!last) return erased;
    [upTo, after] = [last.moment, last.id];
    await db
      .insertInto('erasure_marks')
      .values({ list, up_to: upTo })
      .onConflict((conflict) =>
        conflict.column('list').doUpdateSet((eb) => ({ up_to: eb.ref('excluded.up_to') })),
      )
      .execute();
    if (rows.length < batch) return erased;
  }
  return erased;
}

/** Bookings that were passed over, since something held them then. */
async function eraseLeftBehind(db: Database, years: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from bookings
    where id in (select booking_id from payment_exceptions union all select booking_id from holds
                 union all select booking_id from court_cases)
      and erased_at is null and not is_held(id)
      and coalesce(completed_at, withdrawn_at, decided_at) < now() - make_interval(years => ${years})`.execute(
    db,
  );
  let erased = 0;
  for (const { id } of rows) if (await eraseBooking(db, id, years)) erased += 1;
  return erased;
}

class NotErased extends Error {}

/** The row of the trail and the erasure in one transaction: neither without the other. */
async function eraseBooking(db: Database, id: string, years: number): Promise<boolean> {
  try {
    await db.transaction().execute(async (trx) => {
      const standing = await trx
        .selectFrom('bookings')
        .select('erased_at')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (standing?.erased_at !== null) throw new NotErased();
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
