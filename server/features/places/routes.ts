import { listPlaces } from '#contract/places.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import * as places from './queries.ts';

export function placeRoutes({ serve }: Deps): void {
  serve(listPlaces, () => Promise.resolve(answered([...places.listPlaces()])));
}
