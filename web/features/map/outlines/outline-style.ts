import type { StyleSpecification } from 'maplibre-gl';
import type { PlaceName } from '#contract/map.ts';
import type { Areas, Outlines, Rivers } from './read-outlines.ts';

type Feature = GeoJSON.Feature<GeoJSON.Geometry, { name: string; people?: number }>;

const collection = (features: Feature[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features,
});

export const areasCredit = ({ attribution }: Areas) =>
  attribution ??
  '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>';

/** The colours of the plain map, from the style sheet. */
export interface MapColours {
  beyond: string;
  water: string;
  shade: string;
  land: string;
  line: string;
  label: string;
  place: string;
}

const states = ({ states }: Outlines) =>
  collection(
    states.map(({ name, polygons }) => ({
      type: 'Feature',
      properties: { name },
      geometry: { type: 'MultiPolygon', coordinates: polygons },
    })),
  );

/** One point for each state's name, in the middle of the state's largest part. */
const stateNames = ({ states }: Outlines) =>
  collection(
    states.map(({ name, polygons }) => {
      const rings = polygons.map(([outer = []]) => outer);
      const largest = rings.reduce((best, ring) => (ring.length > best.length ? ring : best), []);
      return {
        type: 'Feature',
        properties: { name },
        geometry: { type: 'Point', coordinates: middleOf(largest) },
      };
    }),
  );

/** The centre of gravity of a ring. */
function middleOf(ring: readonly (readonly [number, number])[]): [number, number] {
  let area = 0;
  let x = 0;
  let y = 0;
  ring.forEach(([x1, y1], place) => {
    const [x2, y2] = ring[(place + 1) % ring.length] ?? [x1, y1];
    const cross = x1 * y2 - x2 * y1;
    area += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  });
  return [x / (3 * area), y / (3 * area)];
}

const towns = ({ towns }: Outlines) =>
  collection(
    towns.map(([name, lng, lat, people]) => ({
      type: 'Feature',
      properties: { name, people },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  );

const pointsOf = (names: readonly PlaceName[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: names.map(({ lat, lng, ...properties }) => ({
    type: 'Feature',
    properties,
    geometry: { type: 'Point', coordinates: [lng, lat] },
  })),
});

/**
 * The plain map: outlines of the states and names of places, with nothing to fetch. It names no
 * glyphs, so MapLibre draws letters with the page's own font.
 */
export function outlineStyle(
  outlines: Outlines,
  rivers: Rivers,
  areas: Areas,
  ownNames: readonly PlaceName[],
  colours: MapColours,
): StyleSpecification {
  const halo = { 'text-halo-color': colours.land, 'text-halo-width': 1.5 };
  return {
    version: 8,
    sources: {
      states: { type: 'geojson', data: states(outlines), attribution: 'Natural Earth' },
      names: { type: 'geojson', data: stateNames(outlines) },
      rivers: { type: 'geojson', data: rivers },
      areas: { type: 'geojson', data: areas, attribution: areasCredit(areas) },
      towns: {
        type: 'geojson',
        data: towns(outlines),
        attribution: '<a href="https://www.geonames.org">GeoNames</a>',
      },
      'own names': { type: 'geojson', data: pointsOf(ownNames) },
    },
    layers: [
      { id: 'beyond', type: 'background', paint: { 'background-color': colours.beyond } },
      { id: 'land', type: 'fill', source: 'states', paint: { 'fill-color': colours.land } },
      {
        id: 'rivers',
        type: 'line',
        source: 'rivers',
        paint: {
          'line-color': colours.water,
          // The largest river is of rank 1, the smallest of 9.
          'line-width': ['interpolate', ['linear'], ['get', 'rank'], 1, 5, 9, 2],
        },
      },
      {
        id: 'area borders',
        type: 'line',
        source: 'areas',
        minzoom: 7,
        paint: { 'line-color': colours.line, 'line-width': 1, 'line-dasharray': [3, 3] },
      },
      {
        id: 'borders',
        type: 'line',
        source: 'states',
        layout: { 'line-join': 'round' },
        paint: {
          'line-color': colours.line,
          'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.8, 10, 2],
        },
      },
      {
        id: 'towns',
        type: 'symbol',
        source: 'towns',
        minzoom: 5,
        filter: ['>=', ['get', 'people'], ['step', ['zoom'], 200_000, 7, 50_000, 9, 0]],
        layout: {
          'text-field': ['get', 'name'],
          'text-font': ['Overpass'],
          'text-size': ['interpolate', ['linear'], ['zoom'], 6, 11, 13, 15],
          'text-padding': 8,
          'symbol-sort-key': ['-', 0, ['get', 'people']],
        },
        paint: { 'text-color': colours.place, ...halo },
      },
      {
        id: 'own names',
        type: 'symbol',
        source: 'own names',
        minzoom: 11,
        layout: {
          'text-field': ['get', 'name'],
          'text-font': ['Overpass'],
          'text-size': 12,
          // Below the markers, which stand over the map.
          'text-anchor': 'top',
          'text-offset': [0, 1.9],
          'symbol-sort-key': ['-', 0, ['get', 'records']],
        },
        paint: { 'text-color': colours.place, ...halo },
      },
      {
        id: 'state names',
        type: 'symbol',
        source: 'names',
        maxzoom: 8.5,
        layout: {
          'text-field': ['get', 'name'],
          'text-font': ['Overpass'],
          'text-size': ['interpolate', ['linear'], ['zoom'], 5, 11, 8, 15],
          'text-letter-spacing': 0.08,
        },
        paint: { 'text-color': colours.label, ...halo },
      },
    ],
  };
}

/** Areas with their share of the largest count, from 0 to 1. */
export const shaded = (areas: Areas, byZone: ReadonlyMap<string, number>) => {
  const most = Math.max(1, ...byZone.values());
  const features = areas.features.map((area) => {
    const share = (byZone.get(area.properties.name) ?? 0) / most;
    return { ...area, properties: { ...area.properties, share } };
  });
  return { ...areas, features };
};
