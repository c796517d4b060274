import { chosenLanguage } from '#contract/language-code.ts';
import { readFromDevice, saveOnDevice } from './device-store.ts';
import { everybody } from './people.ts';

const storeKey = 'language';

/** The language that was last chosen on this device, by whoever it was; '' for none. */
export const languageOfDevice = async (): Promise<string> =>
  (await readFromDevice(everybody, storeKey, chosenLanguage)) ?? '';

export const keepLanguageOfDevice = (language: string): Promise<boolean> =>
  saveOnDevice(everybody, storeKey, language);
