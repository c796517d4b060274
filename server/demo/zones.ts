import { z } from 'zod';
import { organisationSchema } from '#contract/places.ts';
import entries from './data/zones.json' with { type: 'json' };
import { mixes } from './people.ts';

/** A zone in which the demo books. Positions are degrees north and east (WGS 84). */
const zoneSchema = z.strictObject({
  organisation: organisationSchema,
  name: z.string(),
  lat: z.number(),
  lng: z.number(),
  /** Share of all bookings, in per cent. */
  share: z.number(),
  /** First letters of the plates that are registered here. */
  plates: z.array(z.string()),
  /** The part of the country whose names people have here. */
  mix: z.enum(mixes),
  /** Town as an address names it. */
  town: z.string(),
  locations: z.array(z.string()),
  streets: z.array(z.string()),
});
export type DemoZone = z.infer<typeof zoneSchema>;

export const zones = entries.map((entry) => {
  const zone = zoneSchema.parse(entry);
  return [zone, zone.share] as const;
});
