import { z } from 'zod';
import areasAddress from '#contract/outlines/kaduna-areas.json?url';
import address from '#contract/outlines/nigeria.json?url';
import riversAddress from '#contract/outlines/rivers.json?url';
import { settings } from '#web/device/settings.ts';
import { type Bounds, boundsOf } from '../geography.ts';

const pair = z.tuple([z.number(), z.number()]);
const outlinesSchema = z.object({
  states: z.array(z.object({ name: z.string(), polygons: z.array(z.array(z.array(pair))) })),
  /** Name, degrees east, degrees north, population. */
  towns: z.array(z.tuple([z.string(), z.number(), z.number(), z.number()])),
});
export type Outlines = z.infer<typeof outlinesSchema>;

const featuresOf = <Geometry extends z.ZodType, Properties extends z.ZodType>(
  geometry: Geometry,
  properties: Properties,
) =>
  z.object({
    type: z.literal('FeatureCollection'),
    features: z.array(z.object({ type: z.literal('Feature'), geometry, properties })),
  });

const ring = z.array(pair);
const riversSchema = featuresOf(
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(ring) }),
  z.object({ rank: z.number() }),
);
const areasSchema = featuresOf(
  z.union([
    z.object({ type: z.literal('Polygon'), coordinates: z.array(ring) }),
    z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring)) }),
  ]),
  z.object({ name: z.string() }),
).extend({ attribution: z.string().optional() });
export type Rivers = z.infer<typeof riversSchema>;
/** Local governments by the names of their zones. */
export type Areas = z.infer<typeof areasSchema>;

/** What the map draws by itself, without tiles. */
export interface Ground {
  outlines: Outlines;
  rivers: Rivers;
  areas: Areas;
}

/** Reads the ground from our own host or this device; null without the outlines of the states. */
export async function readGround(): Promise<Ground | null> {
  const [outlines, rivers, areas] = await Promise.all([
    read(address, outlinesSchema),
    read(riversAddress, riversSchema),
    readAreas(),
  ]);
  const noLines: Rivers = { type: 'FeatureCollection', features: [] };
  return outlines && { outlines, rivers: rivers ?? noLines, areas };
}

export async function readAreas(): Promise<Areas> {
  const areas = await read(settings().mapAreas || areasAddress, areasSchema);
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

async function read<Schema extends z.ZodType>(
  from: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  try {
    const answer = await fetch(from);
    return schema.parse(await answer.json());
  } catch (error) {
    console.warn('A part of the map could not be read.', error);
    return null;
  }
}
