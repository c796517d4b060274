import { listActivities } from '#contract/activities.ts';
import type { Deps } from '#server/deps.ts';
import { listActivitiesOf } from './queries.ts';

export function activityRoutes({ serve, reading }: Deps): void {
  serve(listActivities, ({ query, caller }) => listActivitiesOf(reading, caller, query));
}
