import { sql } from 'kysely';
import type { Difference } from '#server/acts/differences.ts';

/** Devices that were taken out of use, and those that the server never certified. */
const devicesThatDiffer = sql<Difference>`
  select 'Device ' || device.id as id, differs.what as what
  from devices as device
    cross join lateral (
      select count(*) filter (where event = 'user.device-certified'
                                and after ->> 'device' = device.id) > 0 as certified,
             count(*) filter (where event = 'user.devices-revoked'
                                and jsonb_exists(before -> 'devices', device.id)) > 0 as revoked
      from audit where record_type = 'user' and record_id = device.user_id) as said
    cross join lateral (values
      ('has no row that says user.device-certified', not said.certified),
      ('is in use or revoked, unlike the trail says',
       said.revoked <> (device.revoked_at is not null))
    ) as differs (what, holds)
  where differs.holds
  union all
  select distinct 'Device ' || (said.after ->> 'device'), 'was forgotten before its time'
  from audit as said
  where said.record_type = 'user' and said.event = 'user.device-certified'
    and (said.after ->> 'validUntil')::timestamptz > now() - interval '360 days'
    and not exists (select from devices where id = said.after ->> 'device')
  order by id, what`;

export const heldAgainstTrail = [devicesThatDiffer];
