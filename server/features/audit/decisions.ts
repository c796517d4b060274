import { sql } from 'kysely';
import { clocksApart, type Difference, first } from '#server/acts/differences.ts';

/** Money that did not fit, as it was found, and how two people settled it. */
export const exceptionsThatDiffer = sql<Difference>`
  select 'Exception ' || exception.id as id, differs.what
  from payment_exceptions as exception
    left join ${first('exception', 'exception.id', 'exception.found')} as found on true
    left join lateral (
      select event, actor_id, after from audit
      where record_type = 'exception' and record_id = exception.id
        and event in ('exception.proposed', 'exception.sent-back')
      order by number desc limit 1) as said on true
    left join ${first('exception', 'exception.id', 'exception.settled')} as settled on true
    left join bookings as booking on booking.id = exception.booking_id
    left join proposals as settlement on settlement.id = exception.settlement
    cross join lateral (
      select said.event is not distinct from 'exception.proposed' as proposed) as how
    cross join lateral (values
      ('has no row that says exception.found', found.at is null),
      ('was found otherwise than it says',
       found.at is not null
         and (found.after ->> 'kind', found.after ->> 'booking', found.after ->> 'billRef',
              found.after ->> 'story')
           is distinct from (exception.kind, exception.booking_id, exception.bill_ref,
                             exception.description)),
      ('names other money than the trail says',
       jsonb_exists(found.after, 'receipt')
         and ((found.after ->> 'amount')::numeric * 100, found.after ->> 'receipt',
              found.after ->> 'gateway')
           is distinct from (exception.amount_kobo, exception.receipt, exception.gateway)),
      ('stands elsewhere than its booking',
       booking.id is not null
         and (booking.organisation, booking.zone, booking.demo)
           is distinct from (exception.organisation, exception.zone, exception.demo)),
      ('is to be settled otherwise than the trail says',
       (case when how.proposed then said.after ->> 'decision' end,
        case when how.proposed then said.after ->> 'billRef' end,
        case when how.proposed then said.after ->> 'reason' end,
        case when how.proposed then said.actor_id end)
         is distinct from (settlement.body ->> 'decision', settlement.body ->> 'billRef',
                           settlement.reason, settlement.proposed_by)),
      ('is open or settled, unlike the trail says',
       (exception.closed_at is null) <> (settled.at is null)),
      ('was settled at another time or by another than the trail says',
       settled.at is not null
         and (settled.actor_id is distinct from settlement.decided_by
              or abs(extract(epoch from exception.closed_at - settled.at))
                 > extract(epoch from interval ${clocksApart})))
    ) as differs (what, holds)
  where differs.holds
  order by exception.id, differs.what`;

/** Late records that a superior decided about, and records that an officer took out. */
export const lateRecordsThatDiffer = sql<Difference>`
  select 'Late record ' || late.id as id,
         'was decided otherwise than the trail says' as what
  from late_records as late
    left join lateral (
      select actor_id, after from audit
      where record_type = 'late record' and record_id = late.id
        and event in ('record.let-in', 'record.kept-out')
      order by number limit 1) as said on true
  where ((said.after ->> 'letIn')::boolean, said.after ->> 'reason', said.actor_id)
      is distinct from (late.let_in, late.reason, late.decided_by)
    or said.after ->> 'officer' <> late.officer
  union all
  select 'Late record ' || late.id, 'was let in as another than it arrived as'
  from late_records as late
    join (
      select id, body_hash, made_at, price_kobo, brought_in_by from bookings
      where erased_at is null
      union all
      select id, body_hash, made_at, null, brought_in_by from collisions
    ) as arrived on arrived.id = late.id
  where late.body_hash is not null and arrived.brought_in_by is null
    and ((late.body_hash, late.price_kobo) is distinct from (arrived.body_hash, arrived.price_kobo)
         or abs(extract(epoch from arrived.made_at - late.made_at))
            > extract(epoch from interval ${clocksApart}))
  union all
  select 'Taken-out record ' || taken.id, 'is another than the trail says'
  from taken_out_records as taken
    left join ${first('taken-out record', 'taken.id', 'record.taken-out')} as said on true
  where (said.after ->> 'kind', said.after ->> 'organisation', said.after ->> 'zone',
         (said.after ->> 'toldPrice')::numeric * 100, said.after ->> 'reason', said.actor_id)
    is distinct from (taken.kind, taken.organisation, taken.zone, taken.told_kobo, taken.reason,
                      taken.officer)
  order by id`;

/** Before two people were needed, whoever proposed a fee had set it. */
export const feesThatDiffer = sql<Difference>`
  with said as (
    select distinct on (record_id, after ->> 'from', demo) record_id as record,
           after ->> 'from' as day, actor_id, (after ->> 'amount')::numeric * 100 as kobo, demo
    from audit join users on users.id = actor_id
    where record_type = 'offence' and event = 'fee.set'
    order by record_id, after ->> 'from', demo, number desc
  ),
  fees as (
    select organisation || ' ' || offence_id as record, from_day::text as day, amount_kobo,
           coalesce(confirmed_by, set_by) as setter, demo
    from offence_fees
  )
  select 'The fee of ' || coalesce(fees.record, said.record) || ' from ' || coalesce(fees.day, said.day) as id,
         differs.what
  from fees full join said
    on said.record = fees.record and said.day = fees.day and said.demo = fees.demo
    cross join lateral (values
      ('has no row that says fee.set', said.record is null),
      ('is not set, though the trail says so', fees.record is null),
      ('is another than the trail says', said.kobo <> fees.amount_kobo),
      ('was confirmed by another than the trail says', said.actor_id <> fees.setter)
    ) as differs (what, holds)
  where differs.holds
  order by id, differs.what`;

/** Fee proposals and their decisions. */
export const proposalsThatDiffer = sql<Difference>`
  select 'The proposed fee ' || proposal.id as id, differs.what
  from proposals as proposal
    left join lateral (
      select actor_id, after from audit
      where record_type = 'offence'
        and record_id = proposal.organisation || ' ' || (body ->> 'offence')
        and event = 'fee.proposed' and after ->> 'proposal' = proposal.id
      limit 1) as proposed on true
    left join lateral (
      select actor_id, case event when 'fee.set' then 'confirmed' when 'fee.refused' then 'refused'
                                  else 'taken back' end as outcome
      from audit
      where record_type = 'offence'
        and record_id = proposal.organisation || ' ' || (body ->> 'offence')
        and event in ('fee.set', 'fee.refused', 'fee.taken-back')
        and coalesce(after, before) ->> 'proposal' = proposal.id
      limit 1) as decided on true
    cross join lateral (values
      ('has no row that says fee.proposed', proposed.actor_id is null),
      ('is another than the trail says',
       proposed.actor_id is not null
         and ((proposed.after ->> 'amount')::numeric * 100, proposed.after ->> 'from',
              proposed.actor_id)
           is distinct from ((body ->> 'kobo')::bigint, body ->> 'from', proposal.proposed_by)),
      ('was decided otherwise than the trail says',
       (decided.outcome, decided.actor_id)
         is distinct from (proposal.outcome, proposal.decided_by))
    ) as differs (what, holds)
  where kind = 'fee' and differs.holds
  order by proposal.id, differs.what`;

/** The roles that must have a second factor; those of the demo are another rule. */
export const requiredFactorsThatDiffer = sql<Difference>`
  with said as (
    select distinct on (record_id, after ->> 'role', actor.demo)
           record_id as place, after ->> 'role' as role, actor.demo,
           (after ->> 'required')::boolean as required
    from audit join users as actor on actor.id = actor_id
    where record_type = 'organisation' and event = 'role.factor-required'
    order by record_id, after ->> 'role', actor.demo, number desc
  ),
  rules as (
    select case state when '' then 'all' else organisation_of_state(state) end as place, role, demo,
           true as required
    from required_factors
  )
  select format('The second factor of %ss in %s', role, place) as id,
         case when rules.required then 'is required, unlike the trail says'
              else 'is not required, though the trail says so' end as what
  from rules full join said using (place, role, demo)
  where coalesce(rules.required, false) <> coalesce(said.required, false)
  order by id`;

/** Mistakes that were reported, and how each was decided. */
export const mistakesThatDiffer = sql<Difference>`
  select 'The mistake ' || mistake.id as id, differs.what
  from mistakes as mistake
    cross join lateral (
      select count(*) filter (where event = 'booking.mistake-reported'
                                and actor_id = mistake.reported_by
                                and abs(extract(epoch from at - mistake.reported_at)) < 300) > 0
               as reported,
             count(*) filter (where actor_id = mistake.decided_by
                                and event = case mistake.outcome when 'left' then 'booking.mistake-left'
                                              else 'booking.' || mistake.outcome end
                                and abs(extract(epoch from at - mistake.decided_at)) < 300) > 0
               as decided
      from audit where record_type = 'booking' and record_id = mistake.booking_id) as said
    cross join lateral (values
      ('has no row that says booking.mistake-reported', not said.reported),
      ('was decided otherwise than the trail says',
       mistake.outcome is not null and not said.decided)
    ) as differs (what, holds)
  where differs.holds
  order by id, what`;

/** The last row of the trail that sets something of an organisation, in the demo and outside it. */
const lastSaid = (event: string) => sql`
  select distinct on (record_id, actor.demo) record_id as organisation, actor.demo, after, actor_id
  from audit join users as actor on actor.id = actor_id
  where record_type = 'organisation' and event = ${sql.lit(event)}
  order by record_id, actor.demo, number desc`;

/** The names and contacts of organisations, as their last row of the trail sets them. */
export const contactsThatDiffer = sql<Difference>`
  with said as (${lastSaid('organisation.contacts-changed')})
  select 'The contacts of ' || organisation as id, 'are others than the trail says' as what
  from contacts as row full join said using (organisation, demo)
  where (coalesce(said.after ->> 'name', ''), said.after ->> 'phone',
         said.after ->> 'whatsapp', said.after ->> 'office', said.after ->> 'hours', said.after ->> 'bring', said.actor_id)
    is distinct from (coalesce(row.name, ''), row.phone,
                      row.whatsapp, row.office, row.hours, row.bring, row.changed_by)
  order by id`;

/** The languages that organisations have chosen, likewise. */
export const languagesThatDiffer = sql<Difference>`
  with said as (${lastSaid('organisation.languages-changed')})
  select 'The languages of ' || organisation as id, 'are others than the trail says' as what
  from language_choices as row full join said using (organisation, demo)
  where (said.after -> 'offered', (said.after ->> 'showsUnconfirmed')::boolean,
         (said.after ->> 'plainLetters')::boolean, said.actor_id)
    is distinct from (to_jsonb(row.offered), row.shows_unconfirmed, row.plain_letters, row.changed_by)
  order by id`;

/** Confirmed sentences differ from the last row of the trail that names them. */
export const translationsThatDiffer = sql<Difference>`
  with said as (
    select distinct on (organisation, demo, language, sentence)
      record_id as organisation, actor.demo, after ->> 'language' as language, one.key as sentence,
      one.value as forms, after ->> 'speaker' as speaker, actor_id
    from audit join users as actor on actor.id = actor_id
      cross join lateral jsonb_each(after -> 'sentences') as one
    where record_type = 'organisation' and event = 'organisation.language-confirmed'
    order by organisation, demo, language, sentence, number desc
  )
  select format('The %s sentences of %s', language, organisation) as id,
         'are others than the trail says' as what
  from translations as row full join said using (organisation, demo, language, sentence)
  where (said.forms, said.speaker, said.actor_id)
    is distinct from (to_jsonb(row.forms), row.speaker, row.changed_by)
  group by language, organisation
  order by id`;

/** The logos of organisations, likewise. */
export const logosThatDiffer = sql<Difference>`
  with said as (${lastSaid('organisation.logo-changed')})
  select 'The logo of ' || organisation as id, 'is another than the trail says' as what
  from logos as row full join said using (organisation, demo)
  where (said.after ->> 'logo', said.actor_id) is distinct from (row.file_id, row.changed_by)
  order by id`;

/** Kept for a week at least, and settled only by what the gateway said. */
export const noticesThatDiffer = sql<Difference>`
  select 'Notice ' || said.record_id as id, 'was taken out before its time' as what
  from audit as said left join notices as notice on notice.id = said.record_id
  where said.record_type = 'notice' and said.event = 'notice.received'
    and said.at > now() - interval '6 days' and notice.id is null
  union all
  select 'Notice ' || notice.id, differs.what
  from notices as notice
    left join ${first('notice', 'notice.id', 'notice.received')} as received on true
    left join bookings as booking
      on booking.bill_ref = notice.bill_ref and booking.bill_gateway = notice.gateway
    cross join lateral (values
      ('is another than the trail says',
       (received.after ->> 'gateway', received.after ->> 'billRef')
         is distinct from (notice.gateway, notice.bill_ref)),
      ('is settled as paid, and its booking is not',
       notice.outcome in ('paid', 'paid already') and booking.paid is not true)
    ) as differs (what, holds)
  where differs.holds
  order by id`;

/** The revenue heads that bills name, as the gateway told them. */
export const headsThatDiffer = sql<Difference>`
  with said as (
    select head.key as code, (head.value #>> '{}')::integer as id, number
    from audit cross join lateral jsonb_each(after -> 'heads') as head
    where record_type = 'organisation' and record_id = 'all' and event = 'heads.changed'
  ),
  last_said as (select distinct on (code) code, id from said order by code, number desc)
  select 'Revenue head ' || head.revenue_code as id, 'is another than the gateway told' as what
  from revenue_heads as head
    left join last_said on last_said.code = head.revenue_code
  where last_said.id is distinct from head.mdas_id and exists (select from said)
  union all
  select distinct 'Booking ' || line.booking_id, 'names a revenue head that the gateway never told'
  from booking_offences as line
    join ${first('booking', 'line.booking_id', 'booking.made')} as made on true
  where line.mdas_id is not null
    and made.at > (select min(at) from audit
                   where record_type = 'organisation' and record_id = 'all'
                     and event = 'heads.changed')
    and not exists (select from said where (said.code, said.id) = (line.code, line.mdas_id))
  order by id`;

/** Duties and switches, as two people gave them; its last day alone ends one without a row. */
export const dutiesThatDiffer = sql<Difference>`
  select 'Duty ' || proposal.id as id, 'stands otherwise than the trail says' as what
  from proposals as proposal
    left join duties as given on given.id = proposal.id
    cross join lateral (
      select body ->> 'duty' as duty, body ->> 'user' as holder, body ->> 'until' as until) as asked
    cross join lateral (
      select array_agg(actor_id order by number) as actors, array_agg(after order by number) as afters
      from audit
      where record_type = case when holder is null then 'organisation' else 'user' end
        and record_id = coalesce(holder, proposal.organisation)
        and event like 'duty.%' and after ->> 'proposal' = proposal.id
    ) as said
    cross join lateral (select afters[cardinality(afters)] as after) as last
  where kind = 'duty'
    and ((actors[1], actors[cardinality(actors)], last.after ->> 'duty',
          last.after ->> 'organisation', last.after ->> 'until', last.after ->> 'state')
      is distinct from (proposed_by, coalesce(ended_by, decided_by, proposed_by), asked.duty,
        proposal.organisation, asked.until,
        case when outcome is null then 'waiting'
             when outcome <> 'confirmed' then outcome
             when ended_at is null
               or ended_by is null and given.until < lagos_day(ended_at) and ended_at <= now()
                 then 'in force'
             else 'ended' end)
      or (given.id is not null) <> coalesce(outcome = 'confirmed', false)
      or given.id is not null
        and (given.duty, given.user_id, given.organisation, given.demo, given.until::text)
          is distinct from (asked.duty, holder, proposal.organisation, proposal.demo, asked.until))
  order by proposal.id`;
