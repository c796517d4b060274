import { listPlaces } from '#contract/places.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import * as places from './queries.ts';

export const placesPart: Part = {
  name: 'places',
  routes: placeRoutes,
};

function placeRoutes({ serve }: Deps): void {
  serve(listPlaces, () => Promise.resolve(answered([...places.listPlaces()])));
}
