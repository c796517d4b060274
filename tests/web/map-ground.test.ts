import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { areasOf } from '#server/features/places/queries.ts';
import { firstLook } from '#web/features/map/first-look.ts';
import { defaultCentre, viewAround } from '#web/features/map/geography.ts';
import { labelsAt, namesOf, placedLabels } from '#web/features/map/outlines/labels.ts';
import {
  type Areas,
  boundsOfArea,
  type Outlines,
  type Rivers,
} from '#web/features/map/outlines/read-outlines.ts';

const textOf = (name: string) =>
  readFileSync(new URL(`../../contract/outlines/${name}`, import.meta.url), 'utf8');
const text = textOf('nigeria.json');
const outlines = JSON.parse(text) as Outlines;
const rivers = JSON.parse(textOf('rivers.json')) as Rivers;
const areas = JSON.parse(textOf('kaduna-areas.json')) as Areas;

describe('the ground of the map', () => {
  test('knows the 36 states and Abuja, and towns, in less than 150 kB', () => {
    expect(outlines.states).toHaveLength(37);
    expect(outlines.states.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Abuja', 'Kaduna', 'Katsina', 'Lagos', 'Nasarawa', 'Ogun']),
    );
    expect(outlines.towns.map(([name]) => name)).toEqual(
      expect.arrayContaining(['Zaria', 'Kaduna', 'Lagos', 'Abuja', 'Abeokuta']),
    );
    expect(text.length).toBeLessThan(150_000);
  });

  test('every place of it lies in Nigeria', () => {
    const places = [
      ...outlines.states.flatMap(({ polygons }) => polygons.flat(2)),
      ...outlines.towns.map(([, lng, lat]) => [lng, lat] as const),
    ];
    const outside = places.filter(
      ([lng, lat]) => lng < 2.6 || lng > 14.8 || lat < 4.2 || lat > 13.95,
    );
    expect(outside).toEqual([]);
  });

  const at = (place: { lat: number; lng: number }, zoom: number) => {
    const view = viewAround(place, zoom, 800, 600);
    const names = namesOf({ outlines, rivers, areas }, []);
    return placedLabels(labelsAt(names, view), view);
  };

  test.each([5, 6, 8, 9, 11, 13])('no two of its names overlap at zoom %i', (zoom) => {
    const labels = at(defaultCentre, zoom);
    expect(labels.length).toBeGreaterThan(0);
    for (const [place, one] of labels.entries())
      for (const other of labels.slice(place + 1)) {
        const apart =
          Math.abs(one.x - other.x) * 2 >= one.width + other.width ||
          Math.abs(one.y - other.y) * 2 >= one.height + other.height;
        expect(apart, `${one.name} and ${other.name}`).toBe(true);
      }
  });

  test('it names states from afar, then large towns, then small ones and local governments', () => {
    const kinds = (zoom: number) => new Set(at(defaultCentre, zoom).map(({ kind }) => kind));
    expect(kinds(5)).toEqual(new Set(['state']));
    expect(kinds(7)).toEqual(new Set(['state', 'town']));
    expect(kinds(11)).toEqual(new Set(['town', 'area']));
    expect(at(defaultCentre, 7).map(({ name }) => name)).toContain('Zaria');
    expect(at(defaultCentre, 7).map(({ name }) => name)).not.toContain('Soba');
  });

  test('a local government that is named like a town in view is named once', () => {
    const names = at(defaultCentre, 11).map(({ name }) => name);
    expect(names.filter((name) => name === 'Zaria')).toHaveLength(1);
    expect(names).toContain('Sabon Gari');
  });

  test('names that officers give are drawn from close by, clear of the markers there', () => {
    const own = [{ name: 'Kwangila Flyover', ...defaultCentre, records: 9 }];
    const names = namesOf({ outlines, rivers, areas }, own);
    const labels = (zoom: number, markers: readonly { lat: number; lng: number }[]) => {
      const view = viewAround(defaultCentre, zoom, 800, 600);
      const placed = placedLabels(labelsAt(names, view), view, markers);
      return placed.filter(({ kind }) => kind === 'own').map(({ x, y }) => [x, y].map(Math.round));
    };
    expect(labels(11, [])).toEqual([]);
    expect(labels(14, [])).toEqual([[400, 300]]);
    expect(labels(14, [defaultCentre])).toEqual([[400, 264]]);
  });

  test('its areas in Kaduna are the zones of Kaduna', () => {
    const drawn = areas.features.map(({ properties }) => properties.name);
    expect(drawn.toSorted()).toEqual(areasOf('Kaduna').toSorted());
  });
});

describe('the first look', () => {
  const zaria = [7.6, 11, 7.8, 11.2] as const;
  const here = { lat: 11.1, lng: 7.7 };
  const far = { lat: 6.5, lng: 3.4 };

  test('shows the viewer’s zone while a fifth of all records lie in it', () => {
    expect(firstLook([here, far, far, far, far], zaria)).toBe('my zone');
    expect(firstLook([here, far, far, far, far, far], zaria)).toBe('all');
    expect(firstLook([], zaria)).toBe('my zone');
  });

  test('shows all records to whoever has no zone', () => {
    expect(firstLook([here, here], null)).toBe('all');
  });

  test('knows the bounds of a local government, and none of another state’s', () => {
    const [west = 0, south = 0, east = 0, north = 0] = boundsOfArea(areas, 'Zaria') ?? [];
    expect(west < 7.7 && 7.7 < east && south < 11.05 && 11.05 < north).toBe(true);
    expect(boundsOfArea(areas, 'Abeokuta South')).toBeNull();
  });
});
