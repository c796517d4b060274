import * as additions from '#contract/collision-additions.ts';
import { correctCollision } from '#contract/collision-corrections.ts';
import * as doubles from '#contract/collision-doubles.ts';
import * as collisions from '#contract/collisions.ts';
import * as comingFiles from '#contract/coming-files.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { listOriginals } from '#contract/originals.ts';
import { collisionView } from '#contract/view-query.ts';
import { serveAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { exportLimit } from '#server/http/attempts.ts';
import type { Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { readList } from '#server/lists/searches.ts';
import { additionsOf, addTo } from './additions.ts';
import { givingUp, replacing } from './announced-files.ts';
import { findOwnCollision, receiveFile } from './coming-files.ts';
import { recordCollision } from './commands.ts';
import { correcting } from './corrections.ts';
import { deciding } from './doubles/commands.ts';
import { doublesLike, doublesOf } from './doubles/queries.ts';
import { exportCollisionsOf } from './export.ts';
import {
  comingFilesOf,
  findCollision,
  listCollisionsOf,
  originalsOf,
  wholeCollisions,
} from './queries.ts';

export const collisionsPart: Part = {
  name: 'collisions',
  routes: collisionRoutes,
  reads: { collision: findCollision },
  readsWhole: { collision: wholeCollisions },
  views: { collisions: collisionView },
};

function collisionRoutes(deps: Deps): void {
  const { serve, reading, lookups, config } = deps;

  serve(createCollision, async ({ body, files, actor, caller, created }) => {
    const recorded = await recordCollision(deps, actor, caller, body, files);
    if (recorded instanceof Refusal) return recorded;
    if (recorded.isNew) created();
    return answered(recorded.collision);
  });
  serve(collisions.listCollisions, async ({ query, caller }) => {
    const { _searchfirstName: asked } = query;
    const list = await readList(asked, config.searchTimeoutMs, () =>
      listCollisionsOf({ ...deps, db: reading }, caller, query),
    );
    if (list instanceof Refusal) return list;
    lookups.note(caller, { kind: 'collisions', asked, rows: list.count });
    return list;
  });
  serve.download(
    collisions.exportCollisions,
    ({ query, caller, actor }) => exportCollisionsOf(deps, actor, caller, query),
    exportLimit,
  );
  serve.record(
    collisions.readCollision,
    ({ id }, caller) => findCollision(deps, caller, id),
    ({ record, caller }) => {
      lookups.note(caller, { kind: 'collision', record: record._id });
      return Promise.resolve(answered(record));
    },
  );
  serve.record(
    additions.listAdditions,
    ({ id }, caller) => findCollision(deps, caller, id),
    async ({ record }) => answered(await additionsOf(deps, record._id)),
  );
  serve.record(
    additions.addToCollision,
    ({ id }, caller) => findCollision(deps, caller, id),
    async ({ record, body, files, actor, caller }) =>
      answered(await addTo(deps, actor, caller, record, body, files)),
  );
  serve(doubles.findDoubles, async ({ query: { lat = null, lng = null, plates }, caller }) => {
    const sought = { scene: { lat, lng, at: Date.now() }, plates: plates.split(',') };
    const found = await doublesLike(reading, caller.scope, sought, config.double);
    return answered(found.slice(0, 5));
  });
  serve.record(
    doubles.listDoubles,
    ({ id }, caller) => findCollision(deps, caller, id),
    async ({ record, caller }) => answered(await doublesOf(deps.db, caller.scope, record._id)),
  );
  serveAct(
    deps,
    doubles.decideDouble,
    ({ id }, caller) => findCollision(deps, caller, id),
    deciding(deps),
  );
  serveAct(
    deps,
    correctCollision,
    ({ id }, caller) => findCollision(deps, caller, id),
    correcting(deps),
  );
  const findOwn = ({ id }: { id: string }, caller: Caller) => findOwnCollision(deps, caller, id);
  serve.record(comingFiles.listComingFiles, findOwn, async ({ record }) =>
    answered(await comingFilesOf(deps, record._id)),
  );
  serve.record(comingFiles.receiveFile, findOwn, async ({ record, params, actor }) =>
    answered(await receiveFile(deps, actor, record, params.file)),
  );
  serveAct(deps, comingFiles.giveUpFile, findOwn, givingUp(deps));
  serveAct(deps, comingFiles.replaceFile, findOwn, replacing(deps));
  serve.record(
    listOriginals,
    ({ id }, caller) => findCollision(deps, caller, id),
    async ({ record, caller }) => {
      lookups.note(caller, { kind: 'originals', record: record._id });
      return answered(await originalsOf(deps, record._id));
    },
  );
}
