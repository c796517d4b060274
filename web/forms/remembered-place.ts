import { z } from 'zod';
import { type Organisation, organisationOfState, organisationSchema } from '#contract/places.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { readFromDevice, saveOnDevice } from '#web/device/device-store.ts';
import { shownOrganisation } from '#web/device/shown-organisation.ts';

const placeSchema = z.object({
  organisation: organisationSchema,
  zone: z.string(),
  team: z.string(),
  beatCode: z.string(),
});
/** The place of the last booking on this device, with its team and beat. */
export type RememberedPlace = z.infer<typeof placeSchema>;

const key = 'place of the last booking';

export async function rememberPlace(userId: string, place: RememberedPlace): Promise<void> {
  await saveOnDevice(userId, key, place);
}

/** The place of the last booking, unless the dashboard shows another organisation since. */
export async function readRememberedPlace(userId: string): Promise<RememberedPlace | null> {
  const [last, shown] = await Promise.all([
    readFromDevice(userId, key, placeSchema),
    shownOrganisation(userId),
  ]);
  if (shown === null || shown === last?.organisation) return last;
  return { organisation: shown, zone: '', team: '', beatCode: '' };
}

type Scope = Pick<SignedInUser, 'state' | 'zone'>;

/** The remembered place, or null if it is no longer in the user's scope. */
export function placeInScope(
  place: RememberedPlace | null,
  user: Scope | null,
): RememberedPlace | null {
  if (place === null || user === null) return null;
  const elsewhere = user.state !== null && place.organisation !== organisationOfState(user.state);
  if (elsewhere || (user.zone !== null && place.zone !== user.zone)) return null;
  return place;
}

/**
 * The place that a new record starts with: the user's own organisation and zone, if they have them.
 * The rest comes from the last booking, as far as it lies in their scope.
 */
export function startingPlace(user: Scope | null, remembered: RememberedPlace | null) {
  const last = placeInScope(remembered, user);
  return {
    organisation: user?.state ? organisationOfState(user.state) : (last?.organisation ?? null),
    zone: user?.zone ?? last?.zone ?? '',
    team: last?.team ?? '',
    beatCode: last?.beatCode ?? '',
  };
}

interface Placed {
  organisation: Organisation | null;
  zone: string;
}

/** The values of a draft, moved into the user's present scope. */
export function inScope<V extends Placed>(values: V, user: Scope | null): V {
  if (user?.state == null) return values;
  const organisation = organisationOfState(user.state);
  const moved = values.organisation !== organisation;
  return { ...values, organisation, zone: user.zone ?? (moved ? '' : values.zone) };
}
