import {
  exportSpotPicture,
  notePlace,
  readBlackSpots,
  readEnforcement,
} from '#contract/modules/reports/black-spots.ts';
import { servePlainAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { exportLimit } from '#server/http/attempts.ts';
import { heldAgainstTrail } from './against-trail.ts';
import { enforcementOf } from './enforcement.ts';
import { noting } from './notes.ts';
import { pictureOf } from './picture.ts';
import { blackSpotsOf } from './queries.ts';

export const blackSpotsPart: Part = {
  name: 'black spots',
  heldAgainstTrail,
  routes: blackSpotRoutes,
};

function blackSpotRoutes(deps: Deps): void {
  const { serve } = deps;
  serve(readBlackSpots, async ({ query, caller, actor }) =>
    answered(await blackSpotsOf(deps, actor, caller, query)),
  );
  serve(readEnforcement, async ({ query, caller }) =>
    answered(await enforcementOf(deps, caller, query)),
  );
  servePlainAct(deps, notePlace, noting);
  serve.download(
    exportSpotPicture,
    ({ query, ...taker }) => pictureOf(deps, taker, query),
    exportLimit,
  );
}
