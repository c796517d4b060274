import { type Organisation, stateOfOrganisation } from './places.ts';

/** Degrees, some five kilometres: outlines are drawn plainer than borders are. */
export const aroundOutline = 0.05;

/** Degrees, east before north. */
export type Ring = readonly (readonly [lng: number, lat: number])[];
export interface StateOutlines {
  readonly states: readonly {
    readonly name: string;
    readonly polygons: readonly (readonly Ring[])[];
  }[];
}

/** The outer rings of the state in which an organisation works. */
export const outlineOf = ({ states }: StateOutlines, organisation: Organisation): Ring[] =>
  states
    .filter(({ name }) => name === stateOfOrganisation(organisation))
    .flatMap(({ polygons }) => polygons.flatMap(([outer]) => (outer ? [outer] : [])));

interface Place {
  readonly lat: number;
  readonly lng: number;
}

/**
 * Tells if a place lies outside an outline, and not just beside it. Phones that don't know where they
 * are say 0, 0; other senders swap degrees. `liesOutside` of the server's database says the same.
 */
export const liesOutsideOf = (rings: readonly Ring[], place: Place): boolean =>
  rings.length > 0 &&
  rings.every((ring) => !isWithin(ring, place) && distanceTo(ring, place) > aroundOutline);

/** A ray to the east crosses the edges of an area an odd number of times from within. */
function isWithin(ring: Ring, { lat, lng }: Place): boolean {
  const crossed = edgesOf(ring).filter(
    ([[x1, y1], [x2, y2]]) =>
      y1 > lat !== y2 > lat && lng < x1 + ((lat - y1) * (x2 - x1)) / (y2 - y1),
  );
  return crossed.length % 2 === 1;
}

/** Degrees to the nearest edge. */
const distanceTo = (ring: Ring, { lat, lng }: Place): number =>
  Math.min(
    ...edgesOf(ring).map(([[x1, y1], [x2, y2]]) => {
      const [across, up] = [x2 - x1, y2 - y1];
      const long = across ** 2 + up ** 2;
      const along = long === 0 ? 0 : ((lng - x1) * across + (lat - y1) * up) / long;
      const at = Math.min(1, Math.max(0, along));
      return Math.hypot(lng - x1 - at * across, lat - y1 - at * up);
    }),
  );

/** The edges of a ring, which ends where it begins. */
const edgesOf = (ring: Ring) =>
  ring.map((corner, at) => [corner, ring[(at + 1) % ring.length] ?? corner] as const);
