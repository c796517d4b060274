import { sql } from 'kysely';
import { broughtIn, type Difference, first, hasAnotherMaker } from '#server/acts/differences.ts';

/**
 * The hashes of a collision's files, originals too, as its rows of the trail name them: those
 * beside its words, and those received or added afterwards.
 */
const evidenceInTrail = sql`(
  select array_agg(distinct hash order by hash)
  from (
    select jsonb_array_elements(recorded.after -> 'files') as file
    union all
    select jsonb_array_elements(after -> 'files') from audit
    where record_type = 'collision' and record_id = collision.id and event = 'collision.added'
    union all
    select after from audit
    where record_type = 'collision' and record_id = collision.id
      and event = 'collision.file-received'
  ) as said cross join lateral (
    values (file ->> 'sha256'), (file #>> '{original,sha256}')) as hashes (hash)
  where hash is not null)`;

/** The hashes of the files that are kept now. */
const evidenceKept = sql`(
  select array_agg(distinct files.sha256 order by files.sha256)
  from (
    select file_id from collision_files where collision_id = collision.id
    union all
    select file_id from collision_additions where collision_id = collision.id
    union all
    select unnest(array[driver_file, vehicle_file]) from collision_vehicles
    where collision_id = collision.id
  ) as shown
    left join originals on originals.file_id = shown.file_id
    join files on files.id in (shown.file_id, originals.original_id))`;

/** The counts in a row of the trail, as a correction has them. */
const countsIn = (side: 'before' | 'after') =>
  sql`((${sql.ref(side)} ->> 'noOfCars')::integer, (${sql.ref(side)} ->> 'noOfInjuries')::integer,
    (${sql.ref(side)} ->> 'noOfFatalities')::integer)`;

/** Collisions with their evidence and additions, against the trail. */
export const collisionsThatDiffer = sql<Difference>`
  select 'Collision ' || collision.id as id, differs.what
  from collisions as collision
    left join ${first('collision', 'collision.id', 'collision.recorded')} as recorded on true
    left join ${broughtIn('collision')} as brought on true
    left join users as maker on maker.id = collision.created_by
    cross join lateral (values
      ('has no row that says collision.recorded', recorded.at is null),
      ('has another maker than the trail says',
       ${hasAnotherMaker('collision', 'recorded')}),
      ('stands elsewhere than the trail says',
       recorded.after is not null
         and (recorded.after ->> 'organisation', recorded.after ->> 'zone')
           is distinct from (collision.organisation, collision.zone)),
      ('names other people or vehicles than the trail says',
       (jsonb_array_length(recorded.after -> 'vehicle'),
        jsonb_array_length(recorded.after -> 'witness'),
        jsonb_array_length(recorded.after -> 'officer'))
         <> ((select count(*) from collision_vehicles where collision_id = collision.id),
             (select count(*) from collision_witnesses where collision_id = collision.id),
             (select count(*) from collision_officers where collision_id = collision.id))),
      ('has other facts than the trail says',
       recorded.after -> 'facts' is distinct from collision.facts),
      ('has an addition that the trail says otherwise',
       exists (
         select from collision_additions as addition
         where addition.collision_id = collision.id
           and not exists (
             select from audit
             where record_type = 'collision' and record_id = collision.id
               and event = 'collision.added' and after ->> '_id' = addition.id
               and actor_id = addition.added_by
               and (coalesce((after ->> 'persons')::integer, 0),
                    coalesce((after ->> 'wereInjured')::boolean, false),
                    (after ->> 'diedOn')::date, after -> 'facts')
                 is not distinct from
                   (addition.persons, addition.were_injured, addition.died_on,
                    addition.facts)))),
      ('has a correction that the trail says otherwise',
       exists (
         select from collision_corrections as correction
         where correction.collision_id = collision.id
           and not exists (
             select from audit
             where record_type = 'collision' and record_id = collision.id
               and event = 'collision.corrected' and after ->> '_id' = correction.id
               and (actor_id, after ->> 'reason') = (corrected_by, reason)
               and ${countsIn('before')} = (cars_were, injuries_were, fatalities_were)
               and ${countsIn('after')} = (cars, injuries, fatalities)))),
      ('counts otherwise than was decided',
       collision.counts_as is distinct from counts_as(collision)),
      ('is linked otherwise than the trail says',
       exists (
         select from collision_doubles as pair
         where collision.id in (pair.first_id, pair.second_id) and pair.verdict is not null
           and pair.verdict is distinct from (
             select after ->> 'found' from audit
             where record_type = 'collision' and record_id = collision.id
               and event = 'collision.compared'
               and after ->> 'comparedWith' in (pair.first_id, pair.second_id)
             order by number desc limit 1))),
      ('gave up a file, and no row says so',
       exists (
         select from coming_files as coming
         where coming.collision_id = collision.id and coming.given_up_at is not null
           and not exists (
             select from audit
             where record_type = 'collision' and record_id = collision.id
               and event = 'collision.file-given-up' and after ->> 'file' = coming.id))),
      ('has other evidence than the trail says',
       recorded.after is not null and ${evidenceInTrail} is distinct from ${evidenceKept}),
      ('is in the demo, unlike its maker, or the other way round', collision.demo <> maker.demo)
    ) as differs (what, holds)
  where differs.holds
  order by collision.id, differs.what`;
