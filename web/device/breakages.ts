import type { BreakageKind, BreakageName } from '#contract/breakage-words.ts';

/** What broke, with the error, the event of the content policy, or a word that says more. */
type Of<Kind> = Kind extends 'script' | 'promise' | 'render'
  ? readonly [kind: Kind, error: unknown]
  : readonly [kind: Kind, ...(Kind extends 'policy' ? [event: Violation] : [word?: BreakageName])];
export type Breakage = Of<BreakageKind>;

type Violation = Pick<
  SecurityPolicyViolationEvent,
  'effectiveDirective' | 'sourceFile' | 'lineNumber' | 'columnNumber'
>;

declare global {
  /** The early script makes it; the reporter takes what is in it, and hears of what comes then. */
  var hanyaBreakages: Breakage[] | undefined;
}

/** Notes that something broke in this browser; the first twenty wait for the reporter. */
export function noteBreakage(...broken: Breakage): void {
  const heard = globalThis.hanyaBreakages ?? [];
  if (heard.length < 20) heard.push(broken);
}
