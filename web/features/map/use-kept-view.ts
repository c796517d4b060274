import { useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { readFromDevice, saveOnDevice } from '#web/device/device-store.ts';

const viewSchema = z.enum(['all', 'my zone']);
export type KeptView = z.infer<typeof viewSchema>;

const storeKey = 'map view';

/**
 * The view that somebody chose last on this device. Once it is read and the map is ready, `show` is
 * called with it, with null where there is none. Returns what stores a choice.
 */
export function useKeptView(ready: boolean, show: (view: KeptView | null) => void) {
  const userId = useCurrentUser()?.id;
  const [kept, setKept] = useState<KeptView | null>();
  useEffect(() => {
    if (userId === undefined) return undefined;
    let unmounted = false;
    void readFromDevice(userId, storeKey, viewSchema).then((view) => {
      if (!unmounted) setKept(view);
    });
    return () => {
      unmounted = true;
    };
  }, [userId]);
  const showKept = useEffectEvent(() => kept !== undefined && show(kept));
  useEffect(() => {
    if (ready && kept !== undefined) showKept();
  }, [ready, kept]);
  return (view: KeptView) => {
    if (userId !== undefined) void saveOnDevice(userId, storeKey, view);
  };
}
