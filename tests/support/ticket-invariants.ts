import { sql } from 'kysely';
import { readBooking } from '#contract/bookings.ts';
import { caseRegister, readCase } from '#contract/modules/after-ticket/court.ts';
import { readDispute } from '#contract/modules/after-ticket/disputes.ts';
import type { Database } from '#server/db/database.ts';
import type { Person } from './people.ts';

/**
 * What may never be true of a ticket, whatever its history was, by the tables alone: each broken one
 * with its id.
 */
export async function brokenTickets(db: Database): Promise<string[]> {
  const { rows } = await sql<{ what: string; id: string }>`
    with stops as (
      select booking_id, confirmed_at as at from payments
      union all select id, withdrawn_at from bookings where withdrawn_at is not null
      union all select id, decided_at from bookings where decided_at is not null
      union all select booking_id, locked_at from court_cases
        join court_batches on court_batches.id = batch_id where locked_at is not null
    ), entries as (
      select record_id, sum(case event when 'booking.court-listed' then 1 else -1 end)
        over (partition by record_id order by number) as batches
      from audit where event in ('booking.court-listed', 'booking.court-left')
    )
    select 'has neither an end nor an owner' as what, id from bookings
    where not paid and withdrawn_at is null and decided_at is null and price_kobo > 0
      and due_day is null
      and not exists (select from disputes where booking_id = id and outcome is null)
    union all
    select 'has a clock that runs during its dispute', id
    from bookings join disputes on booking_id = id
    where outcome is null and bookings.due_day is not null
    union all
    select 'was reminded during its dispute', message.booking_id
    from messages as message join disputes using (booking_id)
    where purpose = 'reminder' and begun_at between received_at and coalesce(answered_at, now())
    union all
    select 'was referred during its dispute', court_cases.booking_id
    from court_cases join court_batches on court_batches.id = batch_id
      join disputes using (booking_id)
    where locked_at between received_at and coalesce(answered_at, now())
    union all
    select 'was reminded after its stop', message.booking_id
    from messages as message join stops using (booking_id)
    where purpose = 'reminder' and begun_at > stops.at
    union all
    select 'was reminded although its number gets no messages', message.booking_id
    from messages as message join bookings on bookings.id = booking_id
      join opt_outs on opt_outs.phone = phone_key(phone_no)
        and opt_outs.organisation = bookings.organisation
    where begun_at > opt_outs.made_at
    union all
    select 'has two ends', id from bookings
    where (paid::integer + (withdrawn_at is not null)::integer
      + (decided_at is not null)::integer) > 1
    union all
    select 'was decided in court and still owes', booking_id
    from court_cases join bookings on bookings.id = booking_id
    where ended and not paid and withdrawn_at is null and bookings.decided_at is null
    union all
    select 'is in two batches', record_id from entries where batches > 1
    union all
    select 'was corrected by one after its payment or referral', record_id
    from audit join bookings on bookings.id = record_id
    where record_type = 'booking' and event = 'booking.corrected'
      and exists (select from stops where booking_id = record_id and stops.at < audit.at)
      and not exists (
        select from proposals
        where proposals.id = after ->> 'proposal' and kind = 'correction' and subject = record_id
          and outcome = 'confirmed' and proposed_by <> decided_by
          and created_by not in (proposed_by, decided_by))
    union all
    select 'was corrected after its end', record_id
    from audit join bookings on bookings.id = record_id
    where record_type = 'booking' and event = 'booking.corrected'
      and audit.at > least(completed_at, withdrawn_at, bookings.decided_at)
    union all
    select 'has another version than corrections', id from bookings
    where erased_at is null and version <> 1 + (
      select count(*) from audit
      where record_type = 'booking' and record_id = bookings.id and event = 'booking.corrected')
    union all
    select 'says otherwise than its corrections', bookings.id
    from bookings cross join lateral (
      values ('name', name), ('registration', registration), ('location', location)
    ) as field (named, said)
    cross join lateral (
      select after ->> named as told from audit
      where record_type = 'booking' and record_id = bookings.id and event = 'booking.corrected'
        and after ? named
      order by number desc limit 1) as last
    where erased_at is null and told <> said
    union all
    select 'had more given back than was paid', refunds.booking_id
    from refunds join payments on payments.booking_id = refunds.booking_id
    where exception_id is null
    group by refunds.booking_id, payments.amount_kobo
    having sum(refunds.amount_kobo) > payments.amount_kobo
    union all
    select 'was told the same twice', booking_id from messages
    where begun_at is not null
    group by booking_id, occasion, channel, recipient, body having count(*) > 1
    order by what, id`.execute(db);
  return rows.map(({ what, id }) => `${id} ${what}`);
}

/** Who has the next step of a ticket that hasn't ended, as the screens say it. */
export async function ownersOf(admin: Person, id: string): Promise<string[]> {
  const { data: booking } = await admin.ok(readBooking, { params: { id } });
  const dispute = await admin.call(readDispute, { params: { id } });
  const court = await admin.call(readCase, { params: { id } });
  const open = await admin.ok(caseRegister.list, { query: { state: 'open', ids: id } });
  const stateIn = ({ body }: { body: unknown }) =>
    (body as { data?: { state?: string } }).data?.state;
  const isDisputed = ['open', 'late'].includes(stateIn(dispute) ?? '');
  const standing = stateIn(court) ?? '';
  return [
    ...(isDisputed ? ['the dispute officer'] : []),
    ...(!isDisputed && ['draft', 'referred', 'heard'].includes(standing)
      ? ['the court officer']
      : []),
    ...(standing === '' && !isDisputed && open.data.length > 0 ? ['who may refer it'] : []),
    ...(standing === '' && !isDisputed && open.data.length === 0 && booking.dueDay !== null
      ? ['the driver']
      : []),
  ];
}
