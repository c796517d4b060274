import { useEffect, useState } from 'react';
import { settings } from '#web/device/settings.ts';
import { storageKeys } from '#web/device/storage-keys.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { GuestButton } from './guest-offer.tsx';

/** Greets recruiters, whose address has `?portfolio`, and stores when they came. */
export function WelcomePopup({ onGuest }: { onGuest: () => void }) {
  const [closed, setClosed] = useState(false);
  useEffect(() => {
    localStorage.setItem(storageKeys.portfolio, String(Date.now()));
  }, []);

  return (
    <Dialog
      opened={!closed}
      onClose={() => setClosed(true)}
      title="Welcome to Hanya"
      footer={settings().guest && <GuestButton primary onGuest={onGuest} />}
    >
      <div className="grid gap-6">
        <p>
          Hanya is the back office of a traffic authority. Officers book offences at the roadside,
          drivers pay the bill, and officers then clear the vehicle.
        </p>
        <p>
          {settings().guest
            ? 'You do not need an account to look around. As a guest you see every list with demo records. You cannot change anything.'
            : 'You cannot look around here as a guest. Ask the authority for an account.'}
        </p>
      </div>
    </Dialog>
  );
}
