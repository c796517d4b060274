import { liveBookings } from '#contract/live.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/refusal.ts';
import { chosenOrganisation } from '#server/scope/rules.ts';
import type { Streams } from './streams.ts';

export function liveRoutes({ serve }: Deps, streams: Streams): void {
  serve.stream(liveBookings, async ({ query, caller, actor }, { lastEventId }) => {
    const scope = chosenOrganisation(caller.scope, query.organisation);
    if (scope instanceof Refusal) return scope;
    return streams.open({ caller, scope }, { lastEventId, address: actor.address });
  });
}
