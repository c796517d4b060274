import { listActivities } from '#contract/activities.ts';
import { sharedReadings } from '#server/db/reading/shared-readings.ts';
import type { Deps } from '#server/deps.ts';
import { listActivitiesOf } from './queries.ts';

export function activityRoutes({ serve, reading }: Deps): void {
  const shared = sharedReadings<Awaited<ReturnType<typeof listActivitiesOf>>>();
  serve(listActivities, ({ query, caller }) =>
    shared(JSON.stringify([caller.scope, query]), () => listActivitiesOf(reading, caller, query)),
  );
}
