import { z } from 'zod';
import { listPlaces, type Place, placeSchema } from '#contract/places.ts';
import { call } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { keepCopy, readCopy } from '#web/device/copies.ts';

/** Loaded once: places don't change while a page is open. */
let known: readonly Place[] | undefined;

const copied = 'places';
const copySchema = z.array(placeSchema);

/** The states with their local government areas, as the device keeps them, else from the server. */
export async function fetchPlaces(signal: AbortSignal): Promise<readonly Place[]> {
  return (await copiedPlaces()) ?? renewPlaces(signal);
}

/** The places as far as they are known without the server; null where they aren't. */
export async function copiedPlaces(): Promise<readonly Place[] | null> {
  known ??= (await readCopy(copied, copySchema))?.value;
  return known ?? null;
}

/** After this long the copy of the places is read anew, if there is a network. Milliseconds. */
const renewedAfter = 24 * 3_600_000;

/** Keeps the places on the device, unless it has them from today. */
export async function renewCopyOfPlaces(signal: AbortSignal): Promise<void> {
  const copy = await readCopy(copied, copySchema);
  if (copy === null || Date.now() - copy.readAt > renewedAfter) await renewPlaces(signal);
}

/** Asks the server for the places, and keeps them on the device for later starts. */
async function renewPlaces(signal: AbortSignal): Promise<readonly Place[]> {
  const { data } = await call(listPlaces, { signal });
  known = data;
  await keepCopy(copied, data);
  return data;
}

const loadPlaces = (signal: AbortSignal) => fetchPlaces(signal);
const none: readonly Place[] = [];

/** The states with their areas: none while they are loading; `problem` says why they can't be loaded. */
export function usePlaces() {
  const { data, failure, reload } = useLoaded('places', (signal) => loadPlaces(signal));
  const places = data ?? known;
  return {
    places: places ?? none,
    loading: places === undefined && failure === null,
    problem: places === undefined ? failure : null,
    retry: reload,
  };
}
