import { withoutOverlap } from '#contract/labels.ts';
import type { PlaceName } from '#contract/map.ts';
import { type GeoPoint, pixelIn, type View } from '../geography.ts';
import type { Ground } from './read-outlines.ts';

type LabelKind = 'state' | 'own' | 'town' | 'area';

/** A name on the map. */
export interface PlaceLabel extends GeoPoint {
  name: string;
  kind: LabelKind;
  /** People of a town, records of a place that officers named. */
  weight: number;
}

/** The names of the ground and those that officers give to places, the most important first. */
export function namesOf({ outlines, areas }: Ground, names: readonly PlaceName[]): PlaceLabel[] {
  const states = outlines.states.map(({ name, polygons }) => ({
    name,
    kind: 'state' as const,
    weight: 0,
    ...middleOf(polygons.map(([outer = []]) => outer)),
  }));
  const own = names.map(({ records, ...place }) => ({
    ...place,
    kind: 'own' as const,
    weight: records,
  }));
  const towns = outlines.towns.map(([name, lng, lat, people]) => ({
    name,
    lng,
    lat,
    kind: 'town' as const,
    weight: people,
  }));
  const zones = areas.features.map(({ properties: { name }, geometry }) => ({
    name,
    kind: 'area' as const,
    weight: 0,
    ...middleOf(geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()),
  }));
  const byWeight = (labels: PlaceLabel[]) => labels.toSorted((a, b) => b.weight - a.weight);
  return [...states, ...byWeight(own), ...byWeight(towns), ...zones];
}

type Ring = readonly (readonly [number, number])[];

/** The centre of gravity of the longest ring. */
function middleOf(rings: readonly Ring[]): GeoPoint {
  const ring = rings.reduce<Ring>((best, one) => (one.length > best.length ? one : best), []);
  let [area, x, y] = [0, 0, 0];
  ring.forEach(([x1, y1], place) => {
    const [x2, y2] = ring[(place + 1) % ring.length] ?? [x1, y1];
    const cross = x1 * y2 - x2 * y1;
    area += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  });
  return { lng: x / (3 * area), lat: y / (3 * area) };
}

/** The names that a zoom has room for, within a view. */
export function labelsAt(
  names: readonly PlaceLabel[],
  { bounds: [west, south, east, north], zoom }: View,
): PlaceLabel[] {
  const least = zoom < 8 ? 200_000 : zoom < 10 ? 50_000 : 0;
  const isShown: Record<LabelKind, (weight: number) => boolean> = {
    state: () => zoom < 10,
    own: () => zoom >= 12,
    town: (people) => zoom >= 6 && people >= least,
    area: () => zoom >= 8,
  };
  return names.filter(
    ({ lat, lng, kind, weight }) =>
      isShown[kind](weight) && lng >= west && lng <= east && lat >= south && lat <= north,
  );
}

/** In pixels. */
export function labelSize(kind: LabelKind, zoom: number): number {
  const grown = Math.min(Math.max(zoom - 6, 0), 7) / 7;
  return kind === 'own' || kind === 'area' ? 12 : 11 + Math.round(4 * grown);
}

/** The width of a letter as a share of its height: rather too wide, so that no two names touch. */
const letter = 0.6;
/** A marker's width and height, in pixels. */
const marker = 44;

/**
 * The names that overlap no marker and no name before them, in pixels from the top left of the view.
 * A local government that is named like a town in view isn't named again.
 */
export function placedLabels(
  labels: readonly PlaceLabel[],
  view: View,
  markers: readonly GeoPoint[] = [],
) {
  const towns = new Set(labels.filter(({ kind }) => kind === 'town').map(({ name }) => name));
  return withoutOverlap(
    labels
      .filter(({ kind, name }) => kind !== 'area' || !towns.has(name))
      .map((label) => {
        const { x, y } = pixelIn(view, label);
        const size = labelSize(label.kind, view.zoom);
        return {
          ...label,
          x,
          y,
          width: label.name.length * size * letter + size,
          height: size * 1.5,
        };
      }),
    markers.map((place) => ({ ...pixelIn(view, place), width: marker, height: marker })),
  );
}
