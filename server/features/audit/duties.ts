import { sql } from 'kysely';
import { unpaidSql } from '#server/db/unpaid.ts';
import type { Difference } from './differences.ts';

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

/** Rules of tickets, as one person proposed and another decided them. */
export const ticketRulesThatDiffer = sql<Difference>`
  select 'The rules ' || proposal.id as id, 'stand otherwise than the trail says' as what
  from proposals as proposal
    left join ticket_rules as held on held.id = proposal.id
    left join audit as said on said.record_type = 'organisation'
      and said.record_id = proposal.organisation and said.event = 'rules.proposed'
      and said.after ->> 'proposal' = proposal.id
    left join audit as decided on decided.record_type = 'organisation'
      and decided.record_id = proposal.organisation
      and decided.event in ('rules.set', 'rules.refused', 'rules.taken-back')
      and decided.after ->> 'proposal' = proposal.id
  where kind = 'set of rules'
    and ((said.actor_id, said.after -> 'rules', said.after ->> 'from', said.after ->> 'reason',
          decided.actor_id, decided.event)
      is distinct from (proposed_by, body -> 'rules', body ->> 'from', proposal.reason, decided_by,
        case outcome when 'confirmed' then 'rules.set' when 'refused' then 'rules.refused'
                     when 'taken back' then 'rules.taken-back' end)
      or (held.organisation, held.demo, held.from_day::text, held.rules) is distinct from (
        case outcome when 'confirmed' then proposal.organisation end,
        case outcome when 'confirmed' then proposal.demo end,
        case outcome when 'confirmed' then body ->> 'from' end,
        case outcome when 'confirmed' then body -> 'rules' end))
  order by proposal.id`;

/** Holidays, as one person proposed and another decided them; none is the day of an unpaid ticket. */
export const holidaysThatDiffer = sql<Difference>`
  select 'The holiday ' || proposal.id as id, 'stands otherwise than the trail says' as what
  from proposals as proposal
    left join holidays as declared on declared.id = proposal.id
    left join audit as said on said.record_type = 'organisation'
      and said.record_id = proposal.organisation and said.event = 'holiday.proposed'
      and said.after ->> 'proposal' = proposal.id
    left join audit as decided on decided.record_type = 'organisation'
      and decided.record_id = proposal.organisation
      and decided.event in ('holiday.declared', 'holiday.refused', 'holiday.taken-back')
      and decided.after ->> 'proposal' = proposal.id
    cross join lateral (select coalesce(outcome = 'confirmed', false) as confirmed) as decision
  where kind = 'holiday'
    and ((said.actor_id, said.after ->> 'from', said.after ->> 'to', said.after ->> 'name',
          said.after -> 'isHoliday', said.after ->> 'reason', decided.actor_id, decided.event)
      is distinct from (proposed_by, body ->> 'from', body ->> 'to', body ->> 'name',
        body -> 'isHoliday', proposal.reason, decided_by,
        case outcome when 'confirmed' then 'holiday.declared' when 'refused' then 'holiday.refused'
                     when 'taken back' then 'holiday.taken-back' end)
      or (declared.organisation, declared.demo, declared.from_day::text, declared.to_day::text,
          declared.name, to_jsonb(declared.is_holiday)) is distinct from (
        case when decision.confirmed then proposal.organisation end,
        case when decision.confirmed then proposal.demo end,
        case when decision.confirmed then body ->> 'from' end,
        case when decision.confirmed then body ->> 'to' end,
        case when decision.confirmed then body ->> 'name' end,
        case when decision.confirmed then body -> 'isHoliday' end))
  union all
  select 'Booking ' || booking.id, 'is due on a declared holiday'
  from holidays as declared
    join bookings as booking
      on booking.organisation = declared.organisation and booking.demo = declared.demo
        and booking.due_day between declared.from_day and declared.to_day
  where declared.is_holiday and booking.due_day > lagos_day(declared.moved_at)
    and ${sql.raw(unpaidSql('booking'))}
    and not exists (
      select from holidays as later
      where later.organisation = declared.organisation and later.demo = declared.demo
        and later.number > declared.number
        and booking.due_day between later.from_day and later.to_day)
    and (
      select (held.rules ->> 'toWorkingDay')::boolean from ticket_rules as held
      where held.organisation = booking.organisation and held.demo = booking.demo
        and held.from_day <= lagos_day(coalesce(booking.made_at, booking.created_at))
      order by held.from_day desc limit 1)
  order by id`;

/** What penalties ask for, as the trail of their tickets tells it; a withdrawn ticket ends the open ones. */
export const obligationsThatDiffer = sql<Difference>`
  select 'The obligation ' || obligation.booking_id || ' ' || place as id,
    'stands otherwise than the trail says' as what
  from obligations as obligation
    join bookings as booking on booking.id = obligation.booking_id
    left join lateral (
      select array_agg(actor_id order by number) as actors, array_agg(after order by number) as afters
      from audit
      where record_type = 'booking' and record_id = obligation.booking_id
        and after ->> 'obligation' = place::text
    ) as said on true
    cross join lateral (select coalesce(afters[cardinality(afters)] ->> 'state', 'open') as state) as last
  where booking.erased_at is null and obligation.state is distinct from case
      when last.state in ('open', 'waiver asked') and booking.withdrawn_at is not null then 'void'
      else last.state end
    or booking.erased_at is null and obligation.state = 'waived'
      and waived_by is distinct from actors[cardinality(actors)]
    or not exists (
      select from booking_offences as line
      where line.booking_id = booking.id and line.offence_id = obligation.offence_id
        and position(words in penalty) > 0)
  order by obligation.booking_id, place`;

/** What two people proposed and decided of refunds, as the trail tells it. */
export const refundsThatDiffer = sql<Difference>`
  select case kind when 'refund' then 'Refund ' else 'Reversal ' end || proposal.id as id,
    'stands otherwise than the trail says' as what
  from proposals as proposal
    left join refunds as given on given.id = proposal.id
    left join bookings as booking on booking.id = body ->> 'booking'
    cross join lateral (select
      case when body ->> 'booking' is null then 'exception' else 'booking' end as type,
      coalesce(body ->> 'booking', body ->> 'exception') as id) as of_record
    left join audit as said on said.record_type = of_record.type and said.record_id = of_record.id
      and said.event = case kind when 'refund' then 'refund.proposed'
                                 else 'refund.reversal-proposed' end
      and said.after ->> 'proposal' = proposal.id
    left join audit as decided
      on decided.record_type = of_record.type and decided.record_id = of_record.id
      and decided.event in ('refund.confirmed', 'refund.refused', 'refund.taken-back',
                            'refund.reversed', 'refund.reversal-refused',
                            'refund.reversal-taken-back')
      and decided.after ->> 'proposal' = proposal.id
  where kind in ('refund', 'reversal')
    and (booking.erased_at is null and (
        (said.actor_id, said.after ->> 'line', said.after ->> 'exception',
         (said.after ->> 'amount')::numeric * 100, said.after ->> 'day', said.after -> 'proof',
         said.after ->> 'reverses', said.after ->> 'reason')
          is distinct from (proposed_by, body ->> 'line', body ->> 'exception',
            (body ->> 'kobo')::numeric, body ->> 'day', body -> 'proof', body ->> 'reverses',
            proposal.reason)
        or (decided.actor_id, decided.after ->> 'state') is distinct from (decided_by, outcome)
        or decided.event is distinct from case outcome
             when 'confirmed' then case kind when 'refund' then 'refund.confirmed'
                                             else 'refund.reversed' end
             when 'refused' then case kind when 'refund' then 'refund.refused'
                                           else 'refund.reversal-refused' end
             when 'taken back' then case kind when 'refund' then 'refund.taken-back'
                                              else 'refund.reversal-taken-back' end
           end)
      or (given.booking_id, given.line::text, given.exception_id, given.amount_kobo,
          given.day::text, given.proof_kind, given.proof, given.reverses,
          given.noted_by, given.noted_at)
        is distinct from (
          case when outcome = 'confirmed' then body ->> 'booking' end,
          case when outcome = 'confirmed' then body ->> 'line' end,
          case when outcome = 'confirmed' then body ->> 'exception' end,
          case when outcome = 'confirmed' then (body ->> 'kobo')::bigint end,
          case when outcome = 'confirmed'
            then coalesce(body ->> 'day', lagos_day(proposal.decided_at)::text) end,
          case when outcome = 'confirmed' then body -> 'proof' ->> 'kind' end,
          case when outcome = 'confirmed' then body -> 'proof' ->> 'number' end,
          case when outcome = 'confirmed' then body ->> 'reverses' end,
          null, case when outcome = 'confirmed' then proposal.decided_at end)
      or given.reason <> proposal.reason
      or (given.organisation, given.zone, given.demo)
        <> (proposal.organisation, proposal.zone, proposal.demo))
  order by proposal.id`;

/** Money that was given back, which people decided or one person noted, and never more than came in. */
export const givenBackThatDiffers = sql<Difference>`
  select 'Refund ' || refund.id as id, differs.what
  from refunds as refund
    left join proposals as proposal on proposal.id = refund.id
    left join bookings as booking on booking.id = refund.booking_id
    left join booking_offences as charge
      on charge.booking_id = refund.booking_id and charge.line = refund.line
    left join payment_exceptions as exception on exception.id = refund.exception_id
    left join audit as said on noted_by is not null
      and said.record_type = 'booking' and said.record_id = refund.booking_id
      and said.event = 'booking.given-back' and said.after ->> 'entry' = refund.id
    cross join lateral (values
      ('was decided by nobody', noted_by is null and proposal.outcome is distinct from 'confirmed'),
      ('was noted otherwise than the trail says',
       noted_by is not null and booking.erased_at is null
         and (said.actor_id, said.after ->> 'line', (said.after ->> 'amount')::numeric * 100,
              said.after ->> 'day', said.after ->> 'proof', said.after ->> 'reason')
           is distinct from (noted_by, refund.line::text, refund.amount_kobo, refund.day::text,
                             refund.proof, refund.reason)),
      ('is of more money than came in',
       coalesce(charge.amount_kobo, exception.amount_kobo) < (
         select sum(amount_kobo) from refunds as all_of_it
         where (all_of_it.booking_id, all_of_it.line) = (refund.booking_id, refund.line)
           or all_of_it.exception_id = refund.exception_id)),
      ('is elsewhere than its money',
       (refund.organisation, refund.zone, refund.demo) is distinct from (
         coalesce(booking.organisation, exception.organisation),
         coalesce(booking.zone, exception.zone), coalesce(booking.demo, exception.demo)))
    ) as differs (what, holds)
  where differs.holds
  order by refund.id, differs.what`;

/** Holds, as their trail tells them, and no erasure before they were over. */
export const holdsThatDiffer = sql<Difference>`
  select 'Hold ' || hold.id as id, 'stands otherwise than the trail says' as what
  from holds as hold
    join bookings as booking on booking.id = hold.booking_id
    left join audit as said on said.record_type = 'booking' and said.record_id = hold.booking_id
      and said.event = 'booking.held' and said.after ->> 'hold' = hold.id
    left join audit as lifted on lifted.record_type = 'booking' and lifted.record_id = hold.booking_id
      and lifted.event = 'booking.hold-lifted' and lifted.after ->> 'hold' = hold.id
  where erased_at is null
      and (said.actor_id, said.after ->> 'forWhom', said.after ->> 'reason', said.after ->> 'until',
           lifted.actor_id, lifted.after ->> 'reason')
        is distinct from (set_by, for_whom, reason, until_day::text, lifted_by, lift_reason)
    or lifted_at is null and set_at < erased_at
      and (until_day is null or until_day >= lagos_day(erased_at))
  order by hold.id`;

/** What became of tickets in court, as their trail tells it. */
export const casesThatDiffer = sql<Difference>`
  select 'The case of booking ' || one.booking_id as id, 'stands otherwise than the trail says' as what
  from court_cases as one
    join court_batches as batch on batch.id = one.batch_id
    join bookings as booking on booking.id = one.booking_id
    left join lateral (
      select (array_agg(after ->> 'batch' order by number desc)
                filter (where event = 'booking.court-listed'))[1] as batch,
        (array_agg(actor_id order by number desc) filter (where event = 'booking.referred'))[1] as referred,
        (array_agg(after order by number desc) filter (where event = 'booking.hearing-noted'))[1] as heard,
        (array_agg(after order by number desc) filter (where event = 'booking.court-decided'))[1] as said
      from audit
      where record_type = 'booking' and record_id = one.booking_id
    ) as trail on true
  where (trail.batch, trail.referred, trail.heard ->> 'hearing', trail.heard ->> 'place',
         trail.heard ->> 'suit', trail.said -> 'charges', trail.said ->> 'paidWhere',
         trail.said ->> 'courtReceipt')
    is distinct from (one.batch_id, batch.locked_by, hearing_day::text, hearing_place, suit, charges,
      paid_where, receipt)
    or one.decision is not null
      and (trail.said ->> 'proposal', trail.said ->> 'day', one.vehicle_free, one.ended)
        is distinct from (one.decision, decided_on::text, is_vehicle_free(charges, receipt),
                          not charges @> '[{"outcome": "warrant"}]')
    or one.ended and not booking.paid and booking.withdrawn_at is null
      and booking.decided_at is null
  order by one.booking_id`;

/** An older server beside this one may have upheld a dispute alone for a day. */
const upheldByTwoSince = sql`
  select applied_at + interval '1 day' from migrations
  where name = '0014-disputes-upheld-by-two.sql'`;

/** Disputes and their answers; the trail holds only the hash of what was written. */
export const disputesThatDiffer = sql<Difference>`
  select 'The dispute of booking ' || one.booking_id as id,
    'stands otherwise than the trail says' as what
  from disputes as one
    join bookings as booking on booking.id = one.booking_id
    left join audit as said on said.record_type = 'booking' and said.record_id = one.booking_id
      and said.event = 'booking.disputed'
    left join audit as answered on answered.record_type = 'booking'
      and answered.record_id = one.booking_id and answered.event = 'booking.dispute-answered'
    left join proposals as proposed on proposed.id = answered.after ->> 'proposal'
    left join audit as begun on begun.record_type = 'booking' and begun.record_id = one.booking_id
      and begun.event = 'booking.upholding-proposed' and begun.after ->> 'proposal' = proposed.id
    left join lateral (
      select after ->> 'answerDue' as day from audit
      where record_type = 'booking' and record_id = one.booking_id
        and event = 'booking.days-moved' and jsonb_exists(after, 'answerDue')
      order by number desc limit 1) as moved on true
  where (said.after ->> 'ground', said.before ->> 'dueDay',
         coalesce(moved.day, said.after ->> 'answerDue'),
         coalesce(begun.actor_id, answered.actor_id), answered.after ->> 'outcome')
      is distinct from (ground, one.due_day::text, answer_due::text, answered_by, one.outcome)
    or answered.after ->> 'proposal' is not null
      and (proposed.kind, proposed.subject, proposed.outcome, proposed.proposed_by,
           proposed.decided_by)
        is distinct from ('dispute answer', one.booking_id, 'confirmed', begun.actor_id,
                          answered.actor_id)
    or one.outcome = 'upheld' and answered.after ->> 'proposal' is null
      and one.answered_at > (${upheldByTwoSince})
    or erased_at is null and (said.after ->> 'sha256', answered.after ->> 'sha256')
      is distinct from (encode(sha256(convert_to(words, 'UTF8')), 'hex'),
                        encode(sha256(convert_to(answer, 'UTF8')), 'hex'))
  order by one.booking_id`;

/** Answers and outcomes; the trail holds only their hash. */
export const questionEntriesThatDiffer = sql<Difference>`
  select 'Question entry ' || entry.id as id, 'is another than the trail says' as what
  from question_entries as entry
    left join audit as said on said.record_type = 'question' and said.record_id = officer
      and said.event = 'question.added' and said.after ->> 'entry' = entry.id
  where (said.actor_id, said.after ->> 'signal', said.after ->> 'sha256', said.after ->> 'rows')
    is distinct from (made_by, signal,
      encode(sha256(convert_to(kind || ' ' || words, 'UTF8')), 'hex'), cardinality(rows)::text)
  order by entry.id`;
