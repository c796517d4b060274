/** The map opens here, in degrees north and east. */
export const defaultCentre = { lat: 11.16, lng: 7.71 };
export const defaultZoom = 13;

/** West, south, east, north, in degrees. */
export type Bounds = readonly [number, number, number, number];

/** The visible part of the map. */
export interface View {
  bounds: Bounds;
  zoom: number;
}

export interface GeoPoint {
  lat: number;
  lng: number;
}

/** The smallest bounds that hold every place; null without one. */
export function boundsOf(places: readonly GeoPoint[]): Bounds | null {
  if (places.length === 0) return null;
  const lngs = places.map((place) => place.lng);
  const lats = places.map((place) => place.lat);
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}

/** The bounds of places in their state: a phone that is lost says 0, 0. Those of all where none lies there. */
export function boundsAtHome(
  places: readonly (GeoPoint & { readonly outside?: boolean })[],
): Bounds | null {
  const home = places.filter(({ outside = false }) => !outside);
  return boundsOf(home.length > 0 ? home : places);
}

/** Bounds that are wider by a share of their own size on every side. */
export function widened([west, south, east, north]: Bounds, share: number): Bounds {
  const across = (east - west) * share;
  const up = (north - south) * share;
  return [west - across, Math.max(south - up, -90), east + across, Math.min(north + up, 90)];
}

/** Pixels from the top left of the world at a zoom (Web Mercator, tiles of 256). */
export function project({ lat, lng }: GeoPoint, zoom: number): { x: number; y: number } {
  const world = 256 * 2 ** zoom;
  const sine = Math.sin((lat * Math.PI) / 180);
  return {
    x: ((lng + 180) / 360) * world,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world,
  };
}

export const metresPerPixel = (lat: number, zoom: number): number =>
  (40_075_017 * Math.cos((lat * Math.PI) / 180)) / (256 * 2 ** zoom);

/** The place at pixels from the top left of the world at a zoom. */
function unproject({ x, y }: { x: number; y: number }, zoom: number): GeoPoint {
  const world = 256 * 2 ** zoom;
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / world))) * 180) / Math.PI;
  return { lat, lng: (x / world) * 360 - 180 };
}

/** The point of a place in a view, in pixels from its top left. */
export function pixelIn({ bounds, zoom }: View, place: GeoPoint): { x: number; y: number } {
  const [west, , , north] = bounds;
  const origin = project({ lat: north, lng: west }, zoom);
  const { x, y } = project(place, zoom);
  return { x: x - origin.x, y: y - origin.y };
}

/** The view of a map of that many pixels around a centre. */
export function viewAround(centre: GeoPoint, zoom: number, width: number, height: number): View {
  const { x, y } = project(centre, zoom);
  const northWest = unproject({ x: x - width / 2, y: y - height / 2 }, zoom);
  const southEast = unproject({ x: x + width / 2, y: y + height / 2 }, zoom);
  return { bounds: [northWest.lng, southEast.lat, southEast.lng, northWest.lat], zoom };
}
