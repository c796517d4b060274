import { useEffect } from 'react';
import { englishCode, sayEnglish } from '#contract/language.ts';
import { organisationOfState } from '#contract/places.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { keepLanguageOfDevice, languageOfDevice } from '#web/device/language-of-device.ts';
import { speak } from '#web/device/language.ts';
import { settings } from '#web/device/settings.ts';
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

/** Speaks the language that the account chose, or else the device; the device then keeps it. */
function useOwnLanguage({ state, language = '' }: SignedInUser): void {
  useEffect(() => {
    const over = new AbortController();
    const speakIt = async () => {
      const chosen = language || (await languageOfDevice());
      if (over.signal.aborted || chosen === '') return;
      if (language !== '') await keepLanguageOfDevice(language);
      if (chosen === englishCode) return speak(sayEnglish);
      const { renewLanguages, speakOnScreens } = await import('#web/records/languages.ts');
      const organisation = state && organisationOfState(state);
      await speakOnScreens(chosen, organisation, over.signal);
      if (organisation) await renewLanguages([organisation], over.signal, chosen);
    };
    // Without its sentences the forms stay English.
    speakIt().catch(() => undefined);
    return () => over.abort();
  }, [state, language]);
}
