/** What tells that somebody is there. */
const acts = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Whoever did nothing for so long has left what the page does to itself. Milliseconds. */
const presence = 60_000;

// Whoever opens a page is there. Milliseconds (UTC), like what follows.
let actedAt = Date.now();
let usedAt = actedAt;

/** Follows from now on whether somebody is there. */
export function watchActs(): void {
  const note = () => {
    actedAt = Date.now();
  };
  for (const act of acts) window.addEventListener(act, note, { capture: true, passive: true });
}

/** Whether somebody has done something in the last minute: a call then counts as use of the session. */
export function isAttended(): boolean {
  const now = Date.now();
  if (now - actedAt > presence) return false;
  usedAt = now;
  return true;
}

export const lastAct = (): number => actedAt;

/** When this page last called in a way that counts as use of the session. */
export const lastUse = (): number => usedAt;
