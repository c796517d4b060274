import { englishCode, sayEnglish } from '#contract/language.ts';
import { organisationOfState } from '#contract/places.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { keepLanguageOfDevice, languageOfDevice } from '#web/device/language-of-device.ts';
import { speak } from '#web/device/language.ts';

/**
 * Speaks the language that an account chose, or else the one that this device chose last; the device then
 * keeps it. Rejects where it can't be loaded: the forms then stay English.
 */
export async function speakTo(
  { state, language = '' }: Pick<SignedInUser, 'state' | 'language'>,
  { signal }: AbortController = new AbortController(),
): Promise<void> {
  const chosen = language || (await languageOfDevice());
  if (signal.aborted || chosen === '') return;
  if (language !== '') await keepLanguageOfDevice(language);
  if (chosen === englishCode) {
    speak(sayEnglish);
    return;
  }
  const { renewLanguages, speakOnScreens } = await import('./languages.ts');
  const organisation = state && organisationOfState(state);
  await speakOnScreens(chosen, organisation, signal);
  // The next start has what has changed meanwhile.
  if (organisation) renewLanguages([organisation], signal, chosen).catch(() => undefined);
}
