import areasAddress from '#contract/outlines/kaduna-areas.json?url';
import address from '#contract/outlines/nigeria.json?url';
import riversAddress from '#contract/outlines/rivers.json?url';
import { readOwnFile } from '#web/device/own-file.ts';
import { settings } from '#web/device/settings.ts';
import { type Bounds, boundsOf } from '../geography.ts';

type Ring = readonly (readonly [lng: number, lat: number])[];

/** The server has checked the files of `AREAS_FILE`; those of `contract/outlines` are ours. */
export interface Outlines {
  states: readonly { name: string; polygons: readonly (readonly Ring[])[] }[];
  /** Name, degrees east, degrees north, population. */
  towns: readonly (readonly [name: string, lng: number, lat: number, people: number])[];
}

interface Features<Geometry, Properties> {
  type: 'FeatureCollection';
  features: readonly { type: 'Feature'; geometry: Geometry; properties: Properties }[];
}

export type Rivers = Features<
  { type: 'MultiLineString'; coordinates: readonly Ring[] },
  { rank: number }
>;
/** Local governments by the names of their zones. */
export type Areas = Features<
  | { type: 'Polygon'; coordinates: readonly Ring[] }
  | { type: 'MultiPolygon'; coordinates: readonly (readonly Ring[])[] },
  { name: string }
> & { attribution?: string };

/** What the map draws by itself, without tiles. */
export interface Ground {
  outlines: Outlines;
  rivers: Rivers;
  areas: Areas;
}

/** Reads the ground from our own host or this device; null without the outlines of the states. */
export async function readGround(): Promise<Ground | null> {
  const [outlines, rivers, areas] = await Promise.all([
    readOwnFile<Outlines>(address),
    readOwnFile<Rivers>(riversAddress),
    readAreas(),
  ]);
  const noLines: Rivers = { type: 'FeatureCollection', features: [] };
  return outlines && { outlines, rivers: rivers ?? noLines, areas };
}

export async function readAreas(): Promise<Areas> {
  const areas = await readOwnFile<Areas>(settings().mapAreas || areasAddress);
  return areas ?? { type: 'FeatureCollection', features: [] };
}

/** Whom the areas are credited to, as HTML. */
export const areasCredit = ({ attribution }: Areas): string =>
  attribution ??
  '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>';

/** The bounds of a local government; null where its area isn't known. */
export function boundsOfArea({ features }: Areas, zone: string): Bounds | null {
  const { geometry } = features.find(({ properties }) => properties.name === zone) ?? {};
  if (!geometry) return null;
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
  return boundsOf(rings.flat().map(([lng, lat]) => ({ lng, lat })));
}
