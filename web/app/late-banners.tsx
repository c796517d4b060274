import type { SignedInUser } from '#web/api/current-user.ts';
import { settings } from '#web/device/settings.ts';
import { OnDevice } from './on-device.tsx';
import { SessionEnd } from './session-end.tsx';

/** What may have to be said to somebody with an account, though not in the first moment. */
export function LateBanners({ user }: { user: SignedInUser }) {
  return (
    <>
      {settings().serviceWorker && <OnDevice user={user} />}
      <SessionEnd />
    </>
  );
}
