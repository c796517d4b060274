/** Reads wait for the live stream no longer than this, in milliseconds. */
const longestHold = 1_000;

let held: Promise<undefined> | null = null;

/**
 * Holds reads back until the returned function is called, for a second at most: what is read once the
 * live stream is open needn't be read again. The function answers whether none was let through before.
 */
export function holdReads(): () => boolean {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let holding = true;
  const release = () => {
    const heldUntilNow = holding;
    holding = false;
    clearTimeout(timer);
    if (held === promise) held = null;
    resolve(undefined);
    return heldUntilNow;
  };
  const timer = setTimeout(release, longestHold);
  held = promise;
  return release;
}

/** Resolves when reads may be sent; null when nothing holds them. */
export const readsMayBegin = (): Promise<undefined> | null => held;
