import { useEffect } from 'react';
import type { SignedInUser } from '#web/api/current-user.ts';
import { settings } from '#web/device/settings.ts';
import { keepSending } from '#web/sending/sender.ts';
import { OnDevice } from './on-device.tsx';
import { SessionEnd } from './session-end.tsx';

/**
 * What may have to be said to somebody with an account, and sent for them, though not in the first
 * moment.
 */
export function LateBanners({ user }: { user: SignedInUser }) {
  useEffect(() => keepSending(user.id), [user.id]);
  return (
    <>
      {settings().serviceWorker && <OnDevice user={user} />}
      <SessionEnd />
    </>
  );
}
