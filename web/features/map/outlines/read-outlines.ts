import { z } from 'zod';
import areasAddress from '#contract/outlines/kaduna-areas.json?url';
import address from '#contract/outlines/nigeria.json?url';
import riversAddress from '#contract/outlines/rivers.json?url';
import { settings } from '#web/device/settings.ts';

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

/** Reads the outlines from our own host; without them the plain map stays empty. */
export const readOutlines = (): Promise<Outlines> =>
  read(address, outlinesSchema, { states: [], towns: [] });

export const readRivers = (): Promise<Rivers> =>
  read(riversAddress, riversSchema, { type: 'FeatureCollection', features: [] });

export const readAreas = (): Promise<Areas> =>
  read(settings().mapAreas || areasAddress, areasSchema, {
    type: 'FeatureCollection',
    features: [],
  });

async function read<Schema extends z.ZodType>(
  from: string,
  schema: Schema,
  none: z.output<Schema>,
): Promise<z.output<Schema>> {
  try {
    const answer = await fetch(from);
    return schema.parse(await answer.json());
  } catch (error) {
    console.warn('A part of the plain map could not be read.', error);
    return none;
  }
}
