import { listActivities } from '#contract/activities.ts';
import { trailRegister } from '#contract/trail.ts';
import type { Part } from '#server/acts/part.ts';
import { sharedReadings } from '#server/db/reading/shared-readings.ts';
import type { Deps } from '#server/deps.ts';
import { exportLimit } from '#server/http/attempts.ts';
import { listActivitiesOf } from './queries.ts';
import { exportTrailOf, trailOf } from './trail.ts';

export const activitiesPart: Part = {
  name: 'activities',
  routes: activityRoutes,
};

function activityRoutes(deps: Deps): void {
  const { serve, reading } = deps;
  const shared = sharedReadings<Awaited<ReturnType<typeof listActivitiesOf>>>();
  serve(listActivities, ({ query, caller }) =>
    shared(JSON.stringify([caller.scope, query]), () => listActivitiesOf(reading, caller, query)),
  );
  serve(trailRegister.list, ({ query, caller }) => trailOf(deps, caller, query));
  serve.download(
    trailRegister.file,
    ({ query, caller, actor }) => exportTrailOf(deps, actor, caller, query),
    exportLimit,
  );
}
