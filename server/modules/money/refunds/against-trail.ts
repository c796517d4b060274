import { sql } from 'kysely';
import type { Difference } from '#server/acts/differences.ts';

/** What two people proposed and decided of refunds, as the trail tells it. */
const refundsThatDiffer = sql<Difference>`
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
const givenBackThatDiffers = sql<Difference>`
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

export const heldAgainstTrail = [refundsThatDiffer, givenBackThatDiffers];
