import { createStore } from '#web/device/create-store.ts';

const interrupted = createStore(false);

/** Notes whether the session ended over a form whose draft was saved; false once somebody signs in. */
export const noteInterruption = interrupted.set;

/** True if the session ended over a form whose draft was saved. It doesn't tell whose form. */
export const useInterruption = interrupted.use;
