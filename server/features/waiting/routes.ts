import { listWaiting } from '#contract/waiting.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { waitingFor, waitingTooLong } from './queries.ts';

export const waitingPart: Part = {
  name: 'waiting',
  routes: waitingRoutes,
  troubles: waitingTooLong,
};

function waitingRoutes(deps: Deps): void {
  deps.serve(listWaiting, async ({ caller }) => answered(await waitingFor(deps, caller)));
}
