import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { mostTold } from './rules.ts';

/** A record that isn't what its audit rows say, with the difference in words. */
interface Difference {
  readonly id: string;
  readonly what: string;
}

/**
 * Holds every record against the audit trail, inside the caller's snapshot; answers each difference
 * in one sentence, of each kind of record one more than are told at most. Parts of the trail whose personal data was erased are passed over.
 */
export async function compareRecords(db: Database): Promise<string[]> {
  const [bookings, payments, collisions, users] = [
    await differing(db, bookingsThatDiffer),
    await differing(db, payingThatDiffers),
    await differing(db, collisionsThatDiffer),
    await differing(db, usersThatDiffer),
  ];
  const [fees, statements] = [
    await differing(db, feesThatDiffer),
    await differing(db, statementsThatDiffer),
  ];
  return [
    ...[...bookings, ...payments].map(({ id, what }) => `Booking ${id} ${what}.`),
    ...collisions.map(({ id, what }) => `Collision ${id} ${what}.`),
    ...users.map(({ id, what }) => `User ${id} ${what}.`),
    ...fees.map(({ id, what }) => `The fee of ${id} ${what}.`),
    ...statements.map(({ id, what }) => `Statement ${id} ${what}.`),
  ];
}

async function differing(db: Database, query: RawBuilder<Difference>): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select * from (${query}) as differing limit ${mostTold + 1}`.execute(db);
  return rows;
}

/** The first row of a record with that event, if there is one. */
const first = (record: string, id: string, event: string) => sql`lateral (
  select actor_id, at, after from audit
  where record_type = ${sql.lit(record)} and record_id = ${sql.ref(id)}
    and event = ${sql.lit(event)}
  order by number limit 1)`;

/** Whose record a superior brought in, where one did. */
const broughtIn = (record: 'booking' | 'collision') => sql`lateral (
  select after ->> 'officer' as officer from audit
  where ${sql.ref(`${record}.brought_in_by`)} is not null
    and record_type = ${sql.lit(record)} and record_id = ${sql.ref(`${record}.id`)}
    and event = 'record.brought-in'
  order by number limit 1)`;

/** Whether a record has another maker than its row of the trail, `said`, says. */
const hasAnotherMaker = (record: 'booking' | 'collision', said: string) => {
  const [maker, by] = [sql.ref(`${record}.created_by`), sql.ref(`${record}.brought_in_by`)];
  return sql`(${sql.ref(`${said}.actor_id`)} is distinct from coalesce(${by}, ${maker})
    or ${by} is not null and brought.officer is distinct from ${maker})`;
};

/** Both clocks may be a few minutes apart. */
const clocksApart = sql.lit('5 minutes');

const bookingsThatDiffer = sql<Difference>`
  select booking.id, differs.what
  from bookings as booking
    left join ${first('booking', 'booking.id', 'booking.made')} as made on true
    left join ${broughtIn('booking')} as brought on true
    left join users as maker on maker.id = booking.created_by
    cross join lateral (values
      ('has no row that says booking.made', made.at is null),
      ('has another maker than the trail says',
       ${hasAnotherMaker('booking', 'made')}),
      ('was made at another time than the trail says',
       abs(extract(epoch from booking.created_at - made.at))
         > extract(epoch from interval ${clocksApart})),
      ('has another price than the trail says',
       (made.after ->> 'price')::numeric * 100 <> booking.price_kobo),
      ('stands elsewhere than the trail says',
       (made.after ->> 'organisation', made.after ->> 'zone')
         is distinct from (booking.organisation, booking.zone)),
      ('names another vehicle than the trail says',
       made.after ->> 'registration' is distinct from booking.registration),
      ('names another person than the trail says',
       (made.after ->> 'name', made.after ->> 'license', made.after ->> 'phoneNo',
        made.after ->> 'address')
         is distinct from (booking.name, booking.license, booking.phone_no, booking.address)),
      ('charges other than its price',
       booking.price_kobo <> (select coalesce(sum(amount_kobo), 0) from booking_offences
                              where booking_id = booking.id)),
      ('is in the demo, unlike its maker, or the other way round', booking.demo <> maker.demo)
    ) as differs (what, holds)
  where differs.holds
    and (made.after is not null or differs.what = 'has no row that says booking.made')
  order by booking.id, differs.what`;

const payingThatDiffers = sql<Difference>`
  select booking.id, differs.what
  from bookings as booking
    left join payments as payment on payment.booking_id = booking.id
    left join ${first('booking', 'booking.id', 'booking.paid')} as paid on true
    left join ${first('booking', 'booking.id', 'booking.cleared')} as cleared on true
    left join ${first('booking', 'booking.id', 'booking.withdrawn')} as withdrawn on true
    cross join lateral (values
      ('is paid without a payment of its price',
       booking.paid and payment.amount_kobo is distinct from booking.price_kobo),
      ('has a payment and is not paid', not booking.paid and payment.id is not null),
      ('has no row that says booking.paid', booking.paid and paid.at is null),
      ('is not paid, though the trail says so', not booking.paid and paid.at is not null),
      ('has another payment than the trail says',
       paid.after is not null and payment.id is not null
         and (paid.after ->> 'receipt', (paid.after ->> 'amount')::numeric * 100, paid.actor_id)
           is distinct from (payment.receipt, payment.amount_kobo, payment.confirmed_by)),
      ('has no row that says booking.cleared', booking.completed and cleared.at is null),
      ('is not cleared, though the trail says so', not booking.completed and cleared.at is not null),
      ('was cleared by another than the trail says',
       booking.completed and cleared.actor_id is distinct from booking.completed_by),
      ('has no row that says booking.withdrawn',
       booking.withdrawn_at is not null and withdrawn.at is null),
      ('is not withdrawn, though the trail says so',
       booking.withdrawn_at is null and withdrawn.at is not null),
      ('was withdrawn by another than the trail says',
       booking.withdrawn_at is not null and withdrawn.at is not null
         and withdrawn.actor_id is distinct from booking.withdrawn_by)
    ) as differs (what, holds)
  where differs.holds
  order by booking.id, differs.what`;

/**
 * The hashes of the files of a collision, originals too, as its rows of the trail name them: those
 * that came with its words, and those that were received afterwards.
 */
const evidenceInTrail = sql`(
  select array_agg(distinct hash order by hash)
  from (
    select jsonb_array_elements(recorded.after -> 'files') as file
    union all
    select after from audit
    where record_type = 'collision' and record_id = collision.id
      and event = 'collision.file-received'
  ) as said cross join lateral (
    values (file ->> 'sha256'), (file #>> '{original,sha256}')) as hashes (hash)
  where hash is not null)`;

/** The same as the files are kept. */
const evidenceKept = sql`(
  select array_agg(distinct files.sha256 order by files.sha256)
  from (
    select file_id from collision_files where collision_id = collision.id
    union all
    select unnest(array[driver_file, vehicle_file]) from collision_vehicles
    where collision_id = collision.id
  ) as shown
    left join originals on originals.file_id = shown.file_id
    join files on files.id in (shown.file_id, originals.original_id))`;

const collisionsThatDiffer = sql<Difference>`
  select collision.id, differs.what
  from collisions as collision
    left join ${first('collision', 'collision.id', 'collision.recorded')} as recorded on true
    left join ${broughtIn('collision')} as brought on true
    left join users as maker on maker.id = collision.created_by
    cross join lateral (values
      ('has no row that says collision.recorded', recorded.at is null),
      ('has another maker than the trail says',
       ${hasAnotherMaker('collision', 'recorded')}),
      ('stands elsewhere than the trail says',
       recorded.after is not null
         and (recorded.after ->> 'organisation', recorded.after ->> 'zone')
           is distinct from (collision.organisation, collision.zone)),
      ('has other evidence than the trail says',
       recorded.after is not null and ${evidenceInTrail} is distinct from ${evidenceKept}),
      ('is in the demo, unlike its maker, or the other way round', collision.demo <> maker.demo)
    ) as differs (what, holds)
  where differs.holds
  order by collision.id, differs.what`;

/** What an account's rows said last of one of its fields; no row where they never did. */
const lastSaid = (field: string) => sql`lateral (
  select after ->> ${sql.lit(field)} as value from audit
  where record_type = 'user' and record_id = person.id
    and event in ('user.registered', 'user.added', 'user.changed')
    and jsonb_exists(after, ${sql.lit(field)})
  order by number desc limit 1)`;

/** Accounts of the demo are made without a trail: they can do nothing to what is real. */
const usersThatDiffer = sql<Difference>`
  select person.id, differs.what
  from users as person
    left join ${lastSaid('email')} as email on true
    left join ${lastSaid('role')} as role on true
    left join ${lastSaid('state')} as state on true
    left join ${lastSaid('zone')} as zone on true
    left join ${lastSaid('active')} as active on true
    cross join lateral (values
      ('has no row that says how the account was made', email.value is null),
      ('has another email address than the trail says', email.value <> person.email),
      ('has another role than the trail says', role.value <> person.role),
      ('works elsewhere than the trail says',
       email.value is not null
         and (state.value, zone.value) is distinct from (person.state, person.zone)),
      ('is open or closed, unlike the trail says', active.value::boolean <> person.active)
    ) as differs (what, holds)
  where differs.holds and not person.demo
  order by person.id, differs.what`;

/** Before two people were needed, whoever proposed a fee had set it. */
const feesThatDiffer = sql<Difference>`
  with said as (
    select distinct on (record_id, after ->> 'from') record_id as record, after ->> 'from' as day,
           actor_id, (after ->> 'amount')::numeric * 100 as kobo
    from audit
    where record_type = 'offence' and event = 'fee.set'
    order by record_id, after ->> 'from', number desc
  ),
  fees as (
    select organisation || ' ' || offence_id as record, from_day::text as day, amount_kobo,
           coalesce(confirmed_by, set_by) as setter
    from offence_fees
  )
  select coalesce(fees.record, said.record) || ' from ' || coalesce(fees.day, said.day) as id,
         differs.what
  from fees full join said on said.record = fees.record and said.day = fees.day
    cross join lateral (values
      ('has no row that says fee.set', said.record is null),
      ('is not set, though the trail says so', fees.record is null),
      ('is another than the trail says', said.kobo <> fees.amount_kobo),
      ('was confirmed by another than the trail says', said.actor_id <> fees.setter)
    ) as differs (what, holds)
  where differs.holds
  order by id, differs.what`;

/** One that was sent before two people were needed is in force without a confirmation. */
const statementsThatDiffer = sql<Difference>`
  select statement.id, differs.what
  from statements as statement
    left join lateral (
      select actor_id, after from audit
      where record_type = 'organisation' and record_id = statement.organisation
        and event in ('statement.sent', 'statement.fetched')
        and after ->> 'statement' = statement.id
      limit 1) as taken on true
    left join lateral (
      select actor_id, after ->> 'state' as state from audit
      where record_type = 'organisation' and record_id = statement.organisation
        and event in ('statement.confirmed', 'statement.refused', 'statement.taken-back')
        and after ->> 'statement' = statement.id
      limit 1) as decided on true
    cross join lateral (
      select count(*) as number, coalesce(sum(amount_kobo), 0) as kobo
      from statement_lines where statement_id = statement.id) as lines
    cross join lateral (values
      ('has no row that says who sent it', taken.actor_id is null),
      ('was sent by another than the trail says', taken.actor_id <> statement.sent_by),
      ('has other lines than the trail says',
       ((taken.after ->> 'lines')::bigint, (taken.after ->> 'amount')::numeric * 100)
         <> (lines.number, lines.kobo)
         or (statement.lines, statement.kobo) is distinct from (lines.number, lines.kobo)),
      ('is in force, though the trail names nobody who confirmed it',
       statement.state = 'in force' and decided.state is null
         and (taken.after ->> 'waits')::boolean),
      ('stands otherwise than the trail says', decided.state <> statement.state),
      ('was decided by another than the trail says', decided.actor_id <> statement.decided_by)
    ) as differs (what, holds)
  where differs.holds
  order by statement.id, differs.what`;
