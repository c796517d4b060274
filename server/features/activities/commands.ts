import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { activityLimit, placesWithin } from './places.ts';

/** Deletes activities beyond the newest 1,000 of their place, which no page reaches; answers how many. */
export async function pruneActivities(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    with recursive ${placesWithin({ organisation: null, zone: null })}
    delete from activities using every_place as place cross join lateral (
      select at, audit_id from activities as kept
      where kept.organisation = place.organisation and kept.zone = place.zone
        and kept.demo = place.demo
      order by at desc, audit_id desc
      offset ${activityLimit - 1} limit 1
    ) as last
    where activities.organisation = place.organisation and activities.zone = place.zone
      and activities.demo = place.demo
      and (activities.at, activities.audit_id) < (last.at, last.audit_id)`.execute(db);
  return Number(numAffectedRows ?? 0);
}
