import { englishCode, sayEnglish } from '#contract/language.ts';
import { keepLanguageOfDevice } from '#web/device/language-of-device.ts';
import { speak } from '#web/device/language.ts';
import { speakOnScreens } from '#web/records/languages.ts';

/** Only the last choice is spoken, whichever is loaded first. */
let choosing = new AbortController();
let isChosen = false;

/** Speaks the language of the device, unless somebody has chosen one meanwhile. */
export async function speakUnlessChosen(language: string): Promise<void> {
  if (!isChosen) await speakHere(language, choosing.signal);
}

/** Speaks a language, and keeps it as the device's once it is there. Rejects where it can't be loaded. */
export async function chooseForSignIn(language: string): Promise<void> {
  isChosen = true;
  choosing.abort();
  choosing = new AbortController();
  const { signal } = choosing;
  await speakHere(language, signal);
  if (!signal.aborted) await keepLanguageOfDevice(language);
}

async function speakHere(language: string, signal: AbortSignal): Promise<void> {
  if (language === englishCode) speak(sayEnglish);
  else await speakOnScreens(language, null, signal);
}
