import { z } from 'zod';
import { spellingKey } from '#contract/folding.ts';
import { listPlaces } from '#server/features/places/queries.ts';

/** The file of an installation can't be used; the message ends a sentence that its variable begins. */
export class UnusableFile extends Error {}

/** Names of the property that holds a local government's name: ours, geoBoundaries, OCHA, GADM, GRID3. */
const nameProperties = ['name', 'shapeName', 'ADM2_EN', 'NAME_2', 'lganame'];

/** To four decimals, eleven metres. */
const rounded = (degrees: number): number => Math.round(degrees * 1e4) / 1e4;

const corner = z
  .tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)], z.unknown())
  .transform(([lng, lat]) => [rounded(lng), rounded(lat)] as const);
const ring = z
  .array(corner)
  .min(4)
  .transform((all) => all.filter((one, place) => String(one) !== String(all[place - 1])));
const outlinesSchema = z.object({
  attribution: z.string().trim().min(1).max(200).optional(),
  features: z
    .array(
      z.object({
        properties: z.record(z.string(), z.unknown()),
        geometry: z.discriminatedUnion('type', [
          z.object({ type: z.literal('Polygon'), coordinates: z.array(ring) }),
          z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring)) }),
        ]),
      }),
    )
    .min(1)
    .max(800),
});

/**
 * The areas that a GeoJSON file outlines, as the map takes them: with the product's names of local
 * governments, to some ten metres, without those whose names are `unknown`. Throws `UnusableFile`.
 */
export function ownAreas(text: string) {
  const known = new Map(
    listPlaces().flatMap(({ cities }) => cities.map((city) => [spellingKey(city), city])),
  );
  const { success, error, data } = outlinesSchema.safeParse(asJson(text));
  if (!success) {
    throw new UnusableFile(
      `is not a GeoJSON file of outlines (see ${error.issues[0]?.path.join('.') ?? ''})`,
    );
  }
  const unknown: string[] = [];
  const features = data.features.flatMap(({ properties, geometry }) => {
    const given = nameProperties.map((name) => properties[name]).find(isText) ?? '(no name)';
    const name = known.get(spellingKey(given));
    if (name !== undefined) return [{ type: 'Feature', properties: { name }, geometry }];
    unknown.push(given);
    return [];
  });
  if (features.length === 0) throw new UnusableFile(namesUnknown(unknown));
  const { attribution } = data;
  const areas = { type: 'FeatureCollection', ...(attribution && { attribution }), features };
  return { areas, unknown };
}

/** Follows the file's variable in a sentence; names ten at most. */
export function namesUnknown(unknown: readonly string[]): string {
  const more = unknown.length > 10 ? ` and ${unknown.length - 10} more` : '';
  return `has areas whose names Hanya does not know: ${unknown.slice(0, 10).join(', ')}${more}. Spell local governments as on the Users page`;
}

const isText = (value: unknown): value is string => typeof value === 'string';

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnusableFile('is not JSON');
  }
}
