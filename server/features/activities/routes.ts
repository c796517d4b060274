import { listActivities } from '#contract/activities.ts';
import type { Deps } from '#server/deps.ts';
import { listActivitiesOf } from './queries.ts';

export function activityRoutes({ serve, db }: Deps): void {
  serve(listActivities, ({ query, caller }) => listActivitiesOf(db, caller, query));
}
