import { sql } from 'kysely';
import type { Difference } from '#server/acts/differences.ts';

/** What was done at places, as it was written. */
const placeNotesThatDiffer = sql<Difference>`
  select 'Note on a place ' || note.id as id, 'is another than the trail says' as what
  from place_notes as note
    left join audit as said on said.record_type = 'organisation' and said.record_id = organisation
      and said.event = 'place.noted' and said.after ->> 'note' = note.id
  where (said.actor_id, said.after ->> 'zone', said.after ->> 'lat', said.after ->> 'lng',
         said.after ->> 'words')
    is distinct from (made_by, zone, lat::text, lng::text, words)
  order by note.id`;

export const heldAgainstTrail = [placeNotesThatDiffer];
