import { type RawBuilder, sql } from 'kysely';
import {
  broughtIn,
  clocksApart,
  type Difference,
  first,
  hasAnotherMaker,
  type Held,
} from '#server/acts/differences.ts';
import type { Database } from '#server/db/database.ts';
import { usersThatDiffer } from './accounts.ts';
import { collisionsThatDiffer } from './collisions.ts';
import {
  contactsThatDiffer,
  languagesThatDiffer,
  translationsThatDiffer,
  dutiesThatDiffer,
  exceptionsThatDiffer,
  feesThatDiffer,
  headsThatDiffer,
  lateRecordsThatDiffer,
  logosThatDiffer,
  mistakesThatDiffer,
  noticesThatDiffer,
  proposalsThatDiffer,
  requiredFactorsThatDiffer,
} from './decisions.ts';
import { mostTold } from './rules.ts';

/**
 * Holds every record against the audit trail, inside the caller's snapshot. Answers each difference
 * in one sentence, one more than are told at most of each kind of record: those of the core, then
 * those of its modules. Parts of the trail whose personal data was erased are passed over.
 */
export async function compareRecords(db: Database, ofModules: Held): Promise<string[]> {
  const found: string[] = [];
  for (const query of [...ofTheCore, ...ofModules])
    for (const { id, what } of await differing(db, query)) found.push(`${id} ${what}.`);
  return found;
}

async function differing(db: Database, query: RawBuilder<Difference>): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select * from (${query}) as differing limit ${mostTold + 1}`.execute(db);
  return rows;
}

/** True where a column stands otherwise than the field of its name in the last body that was sent. */
const describedOtherwise = sql`exists (
  select from jsonb_each_text(now.after) as said (field, was)
    cross join lateral (
      select case field when 'type' then 'fuel_type'
               else lower(regexp_replace(field, '([A-Z])', '_\\1', 'g')) end as name) as held
  where name <> 'due_day' and jsonb_exists(to_jsonb(booking), name)
    and coalesce(was, '') <> coalesce(to_jsonb(booking) ->> name, ''))`;

const bookingsThatDiffer = sql<Difference>`
  select 'Booking ' || booking.id as id, differs.what
  from bookings as booking
    left join ${first('booking', 'booking.id', 'booking.made')} as made on true
    left join ${broughtIn('booking')} as brought on true
    left join users as maker on maker.id = booking.created_by
    cross join lateral (
      select case when booking.version = 1 then made.after else (
        select jsonb_object_agg(said.key, said.value order by audit.number)
        from audit cross join lateral jsonb_each(after) as said
        where record_type = 'booking' and record_id = booking.id
          and event in ('booking.made', 'booking.corrected')) end as after) as now
    cross join lateral (values
      ('has no row that says booking.made', made.at is null),
      ('is due on another day than the trail says',
       booking.due_day::text is distinct from (
         select after ->> 'dueDay' from audit
         where record_type = 'booking' and record_id = booking.id and after ? 'dueDay'
         order by number desc limit 1)),
      ('was corrected otherwise than the trail says',
       booking.version <> 1 + (select count(*) from audit
                               where record_type = 'booking' and record_id = booking.id
                                 and event = 'booking.corrected')),
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
       now.after ->> 'registration' is distinct from booking.registration),
      ('names another person than the trail says',
       (now.after ->> 'name', now.after ->> 'license', now.after ->> 'phoneNo',
        now.after ->> 'address')
         is distinct from (booking.name, booking.license, booking.phone_no, booking.address)),
      ('describes vehicle, place or driver otherwise than the trail says', ${describedOtherwise}),
      ('forgot that it was shown',
       (select max((after ->> 'version')::integer) from audit
        where record_type = 'booking' and record_id = booking.id and event = 'ticket.shown')
         > coalesce(booking.shown_version, 0)),
      ('is no longer found by what it said before a correction',
       booking.version > 1 and exists (
         select from audit cross join lateral (values
           (before ->> 'registration'), (before ->> 'license'), (before ->> 'name')) as said (was)
         where record_type = 'booking' and record_id = booking.id and event = 'booking.corrected'
           and was <> '' and position(folded(was) in booking.former) = 0)),
      ('names other offences than the trail says',
       jsonb_array_length(made.after -> 'offence')
         <> (select count(*) from booking_offences where booking_id = booking.id)),
      ('charges other than its price',
       booking.price_kobo <> (select coalesce(sum(amount_kobo), 0) from booking_offences
                              where booking_id = booking.id)),
      ('is in the demo, unlike its maker, or the other way round', booking.demo <> maker.demo)
    ) as differs (what, holds)
  where differs.holds
    and (made.after is not null or differs.what = 'has no row that says booking.made')
  order by booking.id, differs.what`;

const payingThatDiffers = sql<Difference>`
  select 'Booking ' || booking.id as id, differs.what
  from bookings as booking
    left join payments as payment on payment.booking_id = booking.id
    left join bill_checks as watch on watch.booking_id = booking.id
    left join ${first('booking', 'booking.id', 'booking.billed')} as billed on true
    left join ${first('booking', 'booking.id', 'booking.paid')} as paid on true
    left join ${first('booking', 'booking.id', 'booking.cleared')} as cleared on true
    left join ${first('booking', 'booking.id', 'booking.withdrawn')} as withdrawn on true
    cross join lateral (values
      ('has another bill than the trail says',
       (booking.bill_ref, booking.bill_gateway) is distinct from
         (billed.after ->> 'billRef', coalesce(billed.after ->> 'gateway', booking.bill_gateway))),
      ('was withdrawn for another reason than the trail says',
       booking.erased_at is null and withdrawn.after ->> 'reason' <> booking.withdrawn_reason),
      ('was corrected at another time than the trail says',
       abs(extract(epoch from booking.corrected_at - (
         select max(at) from audit
         where record_type = 'booking' and record_id = booking.id and event = 'booking.corrected')))
         > extract(epoch from interval ${clocksApart})),
      ('has an open bill that no sweep asks about',
       booking.bill_ref is not null and not booking.paid
         and booking.created_at > now() - interval '89 days'
         and (watch.booking_id is null or watch.next_check_at > now() + interval '25 hours')),
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
      ('was cleared at another time than the trail says',
       abs(extract(epoch from booking.completed_at - cleared.at))
         > extract(epoch from interval ${clocksApart})),
      ('was withdrawn at another time than the trail says',
       abs(extract(epoch from booking.withdrawn_at - withdrawn.at))
         > extract(epoch from interval ${clocksApart})),
      ('has no row that says booking.withdrawn',
       booking.withdrawn_at is not null and withdrawn.at is null),
      ('is not withdrawn, though the trail says so',
       booking.withdrawn_at is null and withdrawn.at is not null),
      ('is decided without a decision of a court',
       booking.decided_at is not null and not exists (
         select from court_cases as one where one.booking_id = booking.id and one.ended)),
      ('was withdrawn by another than the trail says',
       booking.withdrawn_at is not null and withdrawn.at is not null
         and withdrawn.actor_id is distinct from booking.withdrawn_by)
    ) as differs (what, holds)
  where differs.holds
  order by booking.id, differs.what`;

/** What the erasure goes by stands in the trail once, and a record bears it out. */
const settlementsThatDiffer = sql<Difference>`
  select 'Booking ' || told.id as id, differs.what
  from (
    select record_id as id,
      count(*) filter (where event = 'booking.cleared') as cleared,
      count(*) filter (where event = 'booking.withdrawn') as withdrawn,
      count(*) filter (where event = 'booking.referred') as referred,
      count(*) filter (where event = 'booking.court-decided') as decided,
      -- One person noted a decision before two were needed.
      count(*) filter (where event = 'booking.court-decided'
                       and not jsonb_exists(after, 'proposal')) as alone
    from audit
    where record_type = 'booking'
      and event in ('booking.cleared', 'booking.withdrawn', 'booking.referred',
                    'booking.court-decided')
    group by record_id) as told
    cross join lateral (values
      ('was cleared more than once, the trail says', told.cleared > 1),
      ('was withdrawn more than once, the trail says', told.withdrawn > 1),
      ('was referred otherwise than the trail says',
       told.referred > 1 or told.referred > 0 and not exists (
         select from court_cases join court_batches on court_batches.id = batch_id
         where booking_id = told.id and locked_at is not null)),
      ('was decided in court otherwise than the trail says',
       told.decided <> (
         select count(*) from proposals
         where kind = 'court decision' and subject = told.id and outcome = 'confirmed')
         + (told.alone = 1 and exists (
           select from court_cases where booking_id = told.id and charges is not null))::integer)
    ) as differs (what, holds)
  where differs.holds
  order by told.id, differs.what`;

/** The application adds pictures and removes none: each has its row. */
const picturesThatDiffer = sql<Difference>`
  select 'Booking ' || picture.booking_id as id, 'has a picture that no row names' as what
  from booking_files as picture
    left join originals on originals.file_id = picture.file_id
    join files on files.id = coalesce(originals.original_id, picture.file_id)
  where not exists (
    select from audit
    where record_type = 'booking' and record_id = picture.booking_id
      and event = 'booking.pictured' and after ->> 'picture' = picture.id
      and after ->> 'sha256' = files.sha256)
  order by picture.booking_id`;

/** The nightly walk and its roots, against the trail. */
const walksThatLie = sql<Difference>`
  select 'A walk' as id, format('is noted for a moment to come: %s', to_char(at, 'YYYY-MM-DD')) as what
  from verifications where at > now() + interval ${clocksApart}
  union all
  select format('The root of %s', day), 'is noted as another than its seal'
  from published_roots as root
  where not exists (select from audit_seals as seal
                    where (seal.number, seal.hash) = (root.number, root.hash)
                      and seal.sealed_at < (root.day + 1)::timestamp at time zone 'Africa/Lagos')
  order by id, what`;

/** In the order in which differences are told. */
const ofTheCore: Held = [
  walksThatLie,
  bookingsThatDiffer,
  payingThatDiffers,
  settlementsThatDiffer,
  collisionsThatDiffer,
  picturesThatDiffer,
  usersThatDiffer,
  feesThatDiffer,
  proposalsThatDiffer,
  dutiesThatDiffer,
  exceptionsThatDiffer,
  lateRecordsThatDiffer,
  mistakesThatDiffer,
  contactsThatDiffer,
  languagesThatDiffer,
  translationsThatDiffer,
  logosThatDiffer,
  requiredFactorsThatDiffer,
  noticesThatDiffer,
  headsThatDiffer,
];
