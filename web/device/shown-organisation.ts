import { type Organisation, organisationSchema } from '#contract/places.ts';
import { readFromDevice, saveOnDevice } from './device-store.ts';

const key = 'organisation of the dashboard';

/** Keeps which organisation the dashboard shows: the next record of somebody without a state is of it. */
export async function noteShownOrganisation(userId: string, shown: Organisation): Promise<void> {
  await saveOnDevice(userId, key, shown);
}

/** Null where the dashboard has shown none to this user. */
export const shownOrganisation = (userId: string): Promise<Organisation | null> =>
  readFromDevice(userId, key, organisationSchema);
