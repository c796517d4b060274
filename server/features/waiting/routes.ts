import { listWaiting } from '#contract/waiting.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { waitingFor } from './queries.ts';

export const waitingPart: Part = {
  name: 'waiting',
  routes: waitingRoutes,
};

function waitingRoutes({ serve, db }: Deps): void {
  serve(listWaiting, async ({ caller }) => answered(await waitingFor(db, caller)));
}
