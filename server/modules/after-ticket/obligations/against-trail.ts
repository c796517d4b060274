import { sql } from 'kysely';
import type { Difference } from '#server/acts/differences.ts';

/** What penalties ask for, as the trail of their tickets tells it; a withdrawn ticket ends the open ones. */
const obligationsThatDiffer = sql<Difference>`
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

export const heldAgainstTrail = [obligationsThatDiffer];
