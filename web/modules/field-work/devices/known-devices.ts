import {
  certifyDevice,
  type KnownDevices,
  knownDevicesSchema,
  listKnownDevices,
} from '#contract/modules/field-work/devices.ts';
import { may } from '#contract/roles.ts';
import { CallFailure } from '#web/api/call-failure.ts';
import { call } from '#web/api/call.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { type Copy, keepCopy, readCopy } from '#web/device/copies.ts';
import { deviceKeyOf, forgetDeviceKey, noteCertified } from '#web/device/keys/device-key.ts';
import { lastUser } from '#web/device/last-user.ts';

const copyName = 'devices';

/** The devices that sign tickets, as far as this one knows them; null before it was told. */
export const knownDevices = (): Promise<Copy<KnownDevices> | null> =>
  readCopy(copyName, knownDevicesSchema);

/** Has the key of this device certified, and learns which others sign tickets. */
export async function renewDevices(
  { id, role }: Pick<SignedInUser, 'id' | 'role'>,
  signal?: AbortSignal,
): Promise<void> {
  await Promise.all([
    may(role, 'book') && certifyThisDevice(id, signal),
    may(role, 'check a ticket') && renewKnownDevices(signal),
  ]);
}

async function certifyThisDevice(userId: string, signal?: AbortSignal): Promise<void> {
  for (let tries = 1; tries <= 2; tries += 1) {
    const key = await deviceKeyOf(userId);
    if (key === null || signal?.aborted === true) return;
    try {
      const { data } = await call(certifyDevice, {
        body: { key: key.publicKey },
        ...(signal && { signal }),
      });
      const validUntil = Date.parse(data.validUntil);
      await noteCertified(userId, key, { validUntil, publicUrl: data.publicUrl });
      return;
    } catch (error) {
      // Revoked, perhaps with all of a lost phone's sessions: who has signed in anew gets another key.
      const isRevoked = error instanceof CallFailure && error.code === 'device_revoked';
      if (!isRevoked) throw error;
      await forgetDeviceKey(userId);
    }
  }
}

/** Reads what has changed since the copy, or all of it; answers the copy as it is then. */
export async function renewKnownDevices(signal?: AbortSignal): Promise<KnownDevices> {
  const userId = lastUser();
  const ask = async (query: { since?: string }) =>
    (await call(listKnownDevices, { query, ...(signal && { signal }) })).data;
  const known = (await knownDevices())?.value;
  let now = await ask(known ? { since: known.at } : {});
  // An account that moved to another organisation needs all of its devices.
  if (known && known.organisation !== now.organisation) now = await ask({});
  else if (known) now = withNews(known, now);
  // Somebody else may have signed in meanwhile.
  if (lastUser() === userId) await keepCopy(copyName, now);
  return now;
}

function withNews({ devices }: KnownDevices, news: KnownDevices): KnownDevices {
  const all = new Map([...devices, ...news.devices].map((device) => [device.id, device]));
  return { ...news, devices: [...all.values()] };
}
