import * as collisions from '#contract/collisions.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { exportLimit } from '#server/http/attempts.ts';
import { Refusal } from '#server/http/refusal.ts';
import { recordCollision } from './commands.ts';
import { exportCollisionsOf } from './export.ts';
import { findCollision, listCollisionsOf } from './queries.ts';

export function collisionRoutes(deps: Deps): void {
  const { serve, reading } = deps;

  serve(collisions.createCollision, async ({ body, files, actor, caller, created }) => {
    const recorded = await recordCollision(deps, actor, caller, body, files);
    if (recorded instanceof Refusal) return recorded;
    if (recorded.isNew) created();
    return answered(recorded.collision);
  });
  serve(collisions.listCollisions, ({ query, caller }) =>
    listCollisionsOf({ ...deps, db: reading }, caller, query),
  );
  serve.download(
    collisions.exportCollisions,
    ({ query, caller, actor }) => exportCollisionsOf(deps, actor, caller, query),
    exportLimit,
  );
  serve.record(
    collisions.readCollision,
    ({ id }, caller) => findCollision(deps, caller, id),
    ({ record }) => Promise.resolve(answered(record)),
  );
}
