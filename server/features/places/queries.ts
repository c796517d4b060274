import { all } from 'nigerian-states-and-lgas';
import { inAlphabet } from '#contract/folding.ts';
import type { Place } from '#contract/places.ts';
import { areaNames, stateNames } from './spelling.ts';

const places: readonly Place[] = all()
  .map(({ state, lgas }) => {
    const name = stateNames[state] ?? state;
    const mended = areaNames[name] ?? {};
    return { name, cities: lgas.map((area) => mended[area] ?? area).sort(inAlphabet) };
  })
  .sort((a, b) => inAlphabet(a.name, b.name));

const areas: ReadonlyMap<string, readonly string[]> = new Map(
  places.map(({ name, cities }) => [name, cities]),
);

/** The 36 states and Abuja with their local government areas, both in alphabetical order. */
export function listPlaces(): readonly Place[] {
  return places;
}

/** The local government areas of a state; none when there is no such state. */
export function areasOf(state: string): readonly string[] {
  return areas.get(state) ?? [];
}
