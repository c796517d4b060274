import type { BreakageKind } from '#contract/breakage-words.ts';

/** What broke and its cause: an error, an event of the content policy, or a word. */
export type Broken = readonly [kind: BreakageKind, cause?: unknown];

declare global {
  /** The early script makes it; the reporter takes what is in it, and hears of what comes then. */
  var hanyaBroken: Broken[] | undefined;
}

/** Notes that something broke in this browser; the first twenty wait for the reporter. */
export function noteBroken(...broken: Broken): void {
  const heard = globalThis.hanyaBroken ?? [];
  if (heard.length < 20) heard.push(broken);
}
