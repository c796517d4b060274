import { sql } from 'kysely';
import type { Difference } from '#server/acts/differences.ts';

/** What became of tickets in court, as their trail tells it. */
const casesThatDiffer = sql<Difference>`
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

/** Whoever holds a case file compares it with what the trail says. */
const caseFilesThatDiffer = sql<Difference>`
  select 'Case file ' || kept.number as id, 'has other bytes than the trail says' as what
  from case_files as kept left join files on files.id = kept.file_id
  where not exists (
    select from audit
    where record_type = 'booking' and record_id = kept.booking_id
      and event = 'booking.case-file-made'
      and (after ->> 'number', after ->> 'sha256', actor_id)
        = (kept.number, files.sha256, kept.made_by))
  order by kept.number`;

export const heldAgainstTrail = [casesThatDiffer, caseFilesThatDiffer];
