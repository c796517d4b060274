import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { mostKnownBookings, mostKnownPlates } from '#contract/known-plates.ts';
import type { Database } from '#server/db/database.ts';
import { isUnpaid, unpaidSql } from '#server/db/unpaid.ts';
import { outboxLifetime } from '#server/features/live/queries.ts';
import { inScope, organisationsOf } from '#server/scope/conditions.ts';
import { type Audience, type PlatesRead, platesRead, type Position, type Read } from './rules.ts';

/** Plates that were booked more than once are looked for among so many of the newest bookings. */
const searchedBookings = mostKnownBookings;
/**
 * Beyond so many changes the device is told everything anew: each is looked up by itself, and too
 * long a read would be asked for again with more.
 */
const mostChanges = 1_000;
/** A plate is counted among so many of its newest bookings. */
const countedBookings = 200;
const withdrawnWithin = sql.lit('1 year');

interface ReadChanges extends Read {
  readonly isTooOld: boolean | null;
  readonly events: number;
  readonly changed: readonly string[] | null;
}

const bookingColumns = sql`id, ticket_code as "ticketCode", registration as plate,
  (withdrawn_at is not null)::integer as withdrawn, price_kobo as "priceKobo",
  extract(epoch from coalesce(made_at, created_at))::bigint as "madeAt",
  coalesce(due_day::text, '') as "dueDay", make, model, color, vehicle_type as "vehicleType"`;

/** A booking has many columns, which are carried along while it is put in order. */
const shownColumns = sql`bookings.id, ticket_code, registration, paid, withdrawn_at, decided_at, price_kobo,
  made_at, created_at, due_day, make, model, color, vehicle_type`;

/** Columns over the bookings of a plate, of which the newest has the age 1. */
const plateColumns = sql`count(*) as bookings, count(*) filter (where paid) as paid,
  extract(epoch from max(coalesce(made_at, created_at)))::bigint as "lastSeen",
  max(make) filter (where age = 1) as make, max(model) filter (where age = 1) as model,
  max(color) filter (where age = 1) as color,
  max(vehicle_type) filter (where age = 1) as "vehicleType"`;

/** The newest of each organisation, each walked in its own index, and of these the newest. */
function newest(
  { scope }: Audience,
  where: RawBuilder<SqlBool>,
  limit: number,
): RawBuilder<unknown> {
  const walks = organisationsOf(scope).map(
    (organisation) => sql`(
      select ${shownColumns} from bookings
      where bookings.organisation = ${organisation} and ${inScope('bookings', scope)}
        and ${where}
      order by created_at desc, id desc limit ${limit})`,
  );
  return sql`(
    select * from (${sql.join(walks, sql` union all `)}) as walked
    order by created_at desc, id desc limit ${limit})`;
}

/**
 * Everything that a device keeps of the audience's place. One statement, so that it is exactly what
 * the transactions before its position left.
 */
export async function platesOf(db: Database, audience: Audience): Promise<PlatesRead> {
  const { scope, seesPaid } = audience;
  const withdrawn = sql`(
    select ${shownColumns} from bookings
    where withdrawn_at > now() - interval ${withdrawnWithin} and ${inScope('bookings', scope)}
    order by withdrawn_at desc, id desc limit ${mostKnownBookings / 10})`;
  const { rows } = await sql<Read>`
    with listed as (
      select * from ${newest(audience, isUnpaid, mostKnownBookings)} as unpaid
      ${seesPaid ? sql`union all select * from ${withdrawn} as withdrawn` : sql``}
      order by created_at desc, id desc limit ${mostKnownBookings}
    ),
    searched as materialized (
      select *, spelling_key(registration) as key
      from ${newest(audience, seesPaid ? sql`true` : isUnpaid, searchedBookings)} as newest
      where registration <> ''
    ),
    -- Most plates were booked once: the few others are put in order.
    repeated as (select key from searched group by key having count(*) > 1),
    aged as (
      select *, row_number() over (partition by key order by created_at desc, id desc) as age
      from searched join repeated using (key)
    ),
    often as (
      select max(registration) filter (where age = 1) as plate, ${plateColumns} from aged
      group by key
      order by max(created_at) desc limit ${mostKnownPlates}
    )
    select epoch, transaction_horizon() as xid, now() as "readAt",
      (select json_agg(shown) from (select ${bookingColumns} from listed) as shown) as bookings,
      (select json_agg(often) from often) as plates
    from installation`.execute(db);
  const [read] = rows;
  if (!read) throw new Error('The installation has no epoch.');
  return platesRead(read, { whole: true, gone: [] });
}

/** The changes since the position; undefined where they aren't known any more, or are too many. */
export async function changedPlates(
  db: Database,
  audience: Audience,
  { epoch, xid }: Position,
): Promise<PlatesRead | undefined> {
  const { scope, seesPaid } = audience;
  const these = sql.raw(unpaidSql('these'));
  const stays = seesPaid
    ? sql`(${these} or withdrawn_at > now() - interval ${withdrawnWithin})`
    : these;
  const { rows } = await sql<ReadChanges>`
    with events as materialized (
      select record_id from outbox
      where (xid, seq) > (${xid}::xid8, 0) and xid < transaction_horizon()
        and record_type = 'booking'
        and change in ('made', 'corrected', 'paid', 'withdrawn', 'decided', 'undecided')
        and ${inScope('outbox', scope)}
      order by xid, seq limit ${mostChanges + 1}
    ),
    changed as materialized (select distinct record_id from events),
    these as materialized (
      select bookings.* from changed join bookings on bookings.id = changed.record_id
      where ${inScope('bookings', scope)}
    ),
    keys as (
      select spelling_key(registration) as key, max(registration) as plate from these
      where registration <> '' group by 1
    ),
    often as (
      select keys.plate, counted.* from keys cross join lateral (
        select ${plateColumns} from (
          select bookings.*, row_number() over (order by created_at desc, id desc) as age
          from bookings
          where registration <> '' and spelling_key(registration) = keys.key
            and ${inScope('bookings', scope)} and ${seesPaid ? sql`true` : isUnpaid}
          order by created_at desc, id desc limit ${countedBookings}
        ) as its
      ) as counted
    )
    select epoch, transaction_horizon() as xid, now() as "readAt",
      (select at < now() - interval ${outboxLifetime} from outbox
       where (xid, seq) > (${xid}::xid8, 0) order by xid, seq limit 1) as "isTooOld",
      (select count(*)::integer from events) as events,
      (select json_agg(record_id) from changed) as changed,
      (select json_agg(shown) from (
        select ${bookingColumns} from these where ${stays}) as shown) as bookings,
      (select json_agg(often) from often) as plates
    from installation`.execute(db);
  const [read] = rows;
  // After a restore, a position of the time after the backup may lie ahead.
  const isAhead = read !== undefined && BigInt(xid) > BigInt(read.xid);
  if (read?.epoch !== epoch || read.isTooOld || isAhead || read.events > mostChanges)
    return undefined;
  const kept = new Set(read.bookings?.map(({ id }) => id));
  return platesRead(read, {
    whole: false,
    gone: (read.changed ?? []).filter((id) => !kept.has(id)),
  });
}
