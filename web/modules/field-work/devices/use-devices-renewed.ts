import { useEffect } from 'react';
import { hasModules } from '#contract/modules.ts';
import { useServerBack } from '#web/api/connection.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { renewDevices } from './known-devices.ts';

/**
 * Has the key of this device certified, and learns which others sign tickets. It does so at every
 * start, and whenever there is a network again.
 */
export function useDevicesRenewed({ id, role }: SignedInUser): void {
  useEffect(() => {
    const over = new AbortController();
    void renewed({ id, role }, over.signal);
    return () => over.abort();
  }, [id, role]);
  useServerBack(() => void renewed({ id, role }));
}

/** Without a network what is known stays, and the key signs while its certificate holds. */
const renewed = (...of: Parameters<typeof renewDevices>): Promise<void> =>
  hasModules() ? renewDevices(...of).catch(() => undefined) : Promise.resolve();
