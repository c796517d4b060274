import { expect, test } from 'vitest';
import { accountStates, placeSchema } from '#contract/places.ts';
import { areasOf, listPlaces } from '#server/features/places/queries.ts';
import { areaNames, stateNames } from '#server/features/places/spelling.ts';

const places = listPlaces();
const names = places.map(({ name }) => name);

test('165: there are 36 states and Abuja, with 774 local government areas in all', () => {
  expect(places).toHaveLength(37);
  expect(new Set(names).size).toBe(37);
  expect(places.flatMap(({ cities }) => cities)).toHaveLength(774);
  for (const place of places) {
    expect(placeSchema.parse(place)).toEqual(place);
    expect(new Set(place.cities).size).toBe(place.cities.length);
  }
});

test('every state that an account can belong to is among them', () => {
  for (const state of accountStates) expect(areasOf(state).length).toBeGreaterThan(5);
});

test('the Federal Capital Territory is Abuja, and Katsina is spelt right', () => {
  expect(names).toContain('Abuja');
  expect(names).toContain('Katsina');
  for (const wrong of Object.keys(stateNames)) expect(names).not.toContain(wrong);
});

test('states and areas are in alphabetical order', () => {
  const sorted = (list: readonly string[]) => [...list].sort((a, b) => a.localeCompare(b, 'en'));
  expect(names).toEqual(sorted(names));
  for (const { cities } of places) expect(cities).toEqual(sorted(cities));
});

test('the areas of Kaduna are the 23 that are known', () => {
  expect(areasOf('Kaduna')).toHaveLength(23);
  for (const area of ['Zaria', 'Sabon Gari', 'Igabi', 'Chikun', 'Kaduna North', "Jema'a"])
    expect(areasOf('Kaduna')).toContain(area);
});

test('every mended spelling replaces one that the package has', () => {
  const mended = Object.entries(areaNames).flatMap(([state, table]) =>
    Object.entries(table).map(([wrong, right]) => ({ state, wrong, right })),
  );
  expect(mended.length).toBeGreaterThan(10);
  for (const { state, wrong, right } of mended) {
    expect(areasOf(state)).toContain(right);
    expect(areasOf(state)).not.toContain(wrong);
  }
});

test('an unknown state has no areas', () => {
  expect(areasOf('Atlantis')).toEqual([]);
  expect(areasOf('')).toEqual([]);
});
