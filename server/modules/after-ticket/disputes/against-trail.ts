import { sql } from 'kysely';
import type { Difference } from '#server/acts/differences.ts';

/** An older server beside this one may have upheld a dispute alone for a day. */
const upheldByTwoSince = sql`
  select applied_at + interval '1 day' from migrations
  where name = '0014-disputes-upheld-by-two.sql'`;

/** Disputes and their answers; the trail holds only the hash of what was written. */
const disputesThatDiffer = sql<Difference>`
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

export const heldAgainstTrail = [disputesThatDiffer];
