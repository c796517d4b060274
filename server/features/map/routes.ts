import { readMap } from '#contract/map.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { mapOf } from './queries.ts';

export function mapRoutes({ serve, reading }: Deps): void {
  serve(readMap, async ({ query, caller }) => answered(await mapOf(reading, caller, query)));
}
