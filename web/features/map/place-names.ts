import { z } from 'zod';
import { type PlaceName, placeNameSchema, readPlaceNames } from '#contract/map.ts';
import type { Organisation } from '#contract/places.ts';
import { call } from '#web/api/call.ts';
import { readFromDevice, saveOnDevice } from '#web/device/device-store.ts';
import { dateOf } from '#web/format/time.ts';

const keptSchema = z.object({ day: z.string(), names: z.array(placeNameSchema) });

/**
 * The authority's own names of places. The device asks once a day and keeps them, for a map without
 * a network.
 */
export async function placeNames(
  userId: string,
  organisation: Organisation | undefined,
): Promise<PlaceName[]> {
  const key = `place names ${organisation ?? ''}`;
  const today = dateOf(Date.now());
  const kept = await readFromDevice(userId, key, keptSchema);
  if (kept?.day === today) return kept.names;
  try {
    const query = organisation === undefined ? {} : { organisation };
    const { data } = await call(readPlaceNames, { query });
    void saveOnDevice(userId, key, { day: today, names: data });
    return data;
  } catch {
    return kept?.names ?? [];
  }
}
