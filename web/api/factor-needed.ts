import { createStore } from '#web/device/create-store.ts';

const needed = createStore(false);

/** Notes whether the server wants a second factor set up before anything else. */
export const noteFactorNeeded = needed.set;

export const useFactorNeeded = needed.use;
