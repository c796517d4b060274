import { each } from '#contract/booking-fields.ts';
import { type Known, vehicleFactNames } from '#contract/dossiers.ts';
import { identityKey } from '#contract/identities.ts';
import { type KnownPlates, knownPlatesSchema, readKnownPlates } from '#contract/known-plates.ts';
import { call } from '#web/api/call.ts';
import { personalCopies } from '#web/device/copies.ts';
import { keepSealed, readSealed } from '#web/device/keys/sealed-copies.ts';
import { lastUser } from '#web/device/last-user.ts';
import { storageKeys } from '#web/device/storage-keys.ts';
import { dateOf } from '#web/format/time.ts';
import {
  type KeptBooking,
  type KeptPlate,
  type PlatesOnDevice,
  platesOnDevice,
  withChanges,
} from './plates-on-device.ts';

const copyName = personalCopies.knownPlates;

interface Held {
  /** The session whose copy this is. */
  token: string;
  plates: PlatesOnDevice;
}

let held: Held | null = null;

/** The plates that this device keeps for whoever is signed in; null where it keeps none. */
export async function keptPlates(): Promise<PlatesOnDevice | null> {
  const userId = lastUser();
  const token = localStorage.getItem(storageKeys.token);
  if (userId === null || token === null) return null;
  if (held?.token === token) return held.plates;
  const copy = await readSealed(userId, copyName, knownPlatesSchema);
  if (copy === null) return null;
  held = { token, plates: platesOnDevice(copy.value) };
  return held.plates;
}

/**
 * Fetches what changed since the device was told last, or all of it, and keeps it. Resolves to null
 * where the copy is younger than `unlessYoungerThan` (milliseconds) or nothing can be kept.
 */
export async function renewKnownPlates(
  unlessYoungerThan: number,
  signal?: AbortSignal,
): Promise<PlatesOnDevice | null> {
  const userId = lastUser();
  const token = localStorage.getItem(storageKeys.token);
  if (userId === null || token === null) return null;
  const copy = await readSealed(userId, copyName, knownPlatesSchema);
  if (copy && Date.now() - copy.readAt < unlessYoungerThan) return null;
  const query = copy ? { after: copy.value.cursor } : {};
  const { data } = await call(readKnownPlates, { query, ...(signal && { signal }) });
  const plates: KnownPlates = withChanges(copy?.value ?? null, data);
  if (!(await keepSealed(userId, copyName, plates))) return null;
  held = { token, plates: platesOnDevice(plates) };
  return held.plates;
}

/** Something that the device keeps, and when the server read it (milliseconds, UTC). */
export interface AsAt<Found> {
  found: Found;
  readAt: number;
}

/** The device's record of a plate, in any spelling; null without one. */
export async function plateOnDevice(value: string): Promise<AsAt<KeptPlate> | null> {
  const plates = await keptPlates();
  const found = plates?.byPlate.get(identityKey('plate', value));
  return plates && found ? { found, readAt: plates.readAt } : null;
}

/** A booking as this device keeps it; null where it doesn't. */
export async function bookingOnDevice(id: string): Promise<AsAt<KeptBooking> | null> {
  const plates = await keptPlates();
  const found = plates?.byId.get(id);
  return plates && found ? { found, readAt: plates.readAt } : null;
}

/** The booking whose ticket has this code, as this device keeps it; null where it doesn't. */
export async function ticketOnDevice(code: string): Promise<AsAt<KeptBooking> | null> {
  const plates = await keptPlates();
  const found = plates && [...plates.byId.values()].find(({ ticketCode }) => ticketCode === code);
  return plates && found ? { found, readAt: plates.readAt } : null;
}

/** The plates whose key begins as what was typed, the last seen first. */
export async function platesLike(typed: string, limit: number): Promise<AsAt<KeptPlate[]> | null> {
  const plates = await keptPlates();
  const key = identityKey('plate', typed);
  if (!plates || key === '') return null;
  const found = [...plates.byPlate]
    .filter(([plate]) => plate.startsWith(key))
    .map(([, kept]) => kept)
    .sort((one, other) => other.lastSeen - one.lastSeen);
  return { found: found.slice(0, limit), readAt: plates.readAt };
}

/** The sum to pay for a plate in naira, as far as the device knows. */
function openOf({ bookings }: KeptPlate): Known['open'] {
  const open = bookings.filter(({ withdrawn }) => !withdrawn);
  const today = dateOf(Date.now());
  const overdue = open.filter(({ dueDay }) => dueDay !== '' && dueDay < today).length;
  const sum = open.reduce((total, { price }) => total + price, 0);
  return { count: open.length, sum, ...(overdue > 0 && { overdue }) };
}

/** The same as the server's summary, without drivers, who aren't kept on a device. */
export function knownOfKept(kept: KeptPlate): Known {
  return {
    open: openOf(kept),
    paid: { count: kept.often?.paid ?? 0, sum: 0 },
    collisions: 0,
    firstSeen: null,
    lastSeen: new Date(kept.lastSeen).toISOString(),
    vehicle: { ...each(vehicleFactNames, ''), ...kept.vehicle, registration: kept.plate },
    driver: null,
    lately: [],
  };
}
