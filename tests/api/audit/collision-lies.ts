import { ulid } from 'ulid';
import { found, harmless, type Lie, scene } from './lying-scene.ts';

/** What is said of a collision after it was recorded. */
export const collisionLies: Readonly<Record<string, Lie>> = {
  'collision_additions INSERT': found(
    () =>
      `insert into collision_additions values ('${ulid()}', 'x', '${scene.collision}', 'death', now(),
         '${scene.adminId}', 'So', '', '', null, 1, current_date, false)`,
    /^Collision .* has an addition that the trail says otherwise\.$/,
  ),
  'collision_corrections INSERT': found(
    () =>
      `insert into collision_corrections values ('${ulid()}', '${scene.collision}', 2, 0, 0, 2, 0, 1,
         'So', '${scene.adminId}')`,
    /^Collision .* has a correction that the trail says otherwise\.$/,
  ),
  'collision_doubles INSERT': harmless('Two that may be one say nothing until somebody decides.'),
  'collision_doubles UPDATE': found(
    () =>
      `insert into collision_doubles select least(id, '${scene.collision}'), greatest(id, '${scene.collision}'),
         1, null, 0, null, null, null, null
       from collisions where id <> '${scene.collision}' limit 1
       on conflict do nothing;
       update collision_doubles set verdict = '${scene.collision}', decided_by = '${scene.adminId}', decided_at = now()`,
    /^Collision .* is linked otherwise than the trail says\.$/,
  ),
};
