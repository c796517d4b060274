import { useEffect } from 'react';
import type { SignedInUser } from '#web/api/current-user.ts';
import { settings } from '#web/device/settings.ts';
import { speakTo } from '#web/records/own-language.ts';
import { watchOverdue } from '#web/sending/overdue.ts';
import { keepReceived } from '#web/sending/received.ts';
import { keepSending } from '#web/sending/sender.ts';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import { OnDevice } from './on-device.tsx';
import { SessionEnd } from './session-end.tsx';

/** Banners and background work of a signed-in person that the first moment can do without. */
export function LazyBanners({ user }: { user: SignedInUser }) {
  useOwnLanguage(user);
  useEffect(() => keepSending(user.id), [user.id]);
  useEffect(() => watchOverdue(user.id), [user.id]);
  useEffect(
    () =>
      keepReceived(user.id, ({ label }) =>
        toastDone(`The authority has received ${label || 'a record'}.`),
      ),
    [user.id],
  );
  return (
    <>
      {settings().serviceWorker && <OnDevice user={user} />}
      <SessionEnd />
    </>
  );
}

/** Speaks another language once the server or the account's owner says so. */
function useOwnLanguage({ state, language }: SignedInUser): void {
  useEffect(() => {
    if (language === undefined) return undefined;
    const over = new AbortController();
    speakTo({ state, language }, over).catch(() => undefined);
    return () => over.abort();
  }, [state, language]);
}
