import { listWaiting } from '#contract/waiting.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { waitingFor } from './queries.ts';

export function waitingRoutes({ serve, db }: Deps): void {
  serve(listWaiting, async ({ caller }) => answered(await waitingFor(db, caller)));
}
