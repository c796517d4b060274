import { type Say, sayEnglish } from '#contract/language.ts';
import { createStore } from './create-store.ts';

const spoken = createStore<Say>(sayEnglish);

/** Speaks the language of this device's screens; a screen is drawn anew when it becomes another. */
export const useSay = spoken.use;

/** The same outside a component, for a sentence that is said once. */
export const sayNow = spoken.get;

export const speak = spoken.set;
