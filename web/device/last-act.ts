/** Events that only a person causes. */
const acts = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** After so many milliseconds without an act, nobody counts as present. */
const presence = 60_000;

// Opening a page is an act. Milliseconds (UTC), like the times below.
let actedAt = Date.now();
let usedAt = actedAt;

/** Follows from now on whether somebody is there. */
export function watchActs(): void {
  const note = () => {
    actedAt = Date.now();
  };
  for (const act of acts) window.addEventListener(act, note, { capture: true, passive: true });
}

/** True if somebody has acted in the last minute: a call then counts as use of the session. */
export function isAttended(): boolean {
  const now = Date.now();
  if (now - actedAt > presence) return false;
  usedAt = now;
  return true;
}

export const lastAct = (): number => actedAt;

/** The time of this page's last call that counts as use of the session. */
export const lastUse = (): number => usedAt;
