import { sql } from 'kysely';
import type { Difference } from '#server/acts/differences.ts';

/** Holds, as their trail tells them, and no erasure before they were over. */
const holdsThatDiffer = sql<Difference>`
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

export const heldAgainstTrail = [holdsThatDiffer];
