import {
  type BreakageKind,
  breakageNames,
  type BreakageName,
  framePattern,
  mostFrames,
  placeOf,
} from '#contract/breakage-words.ts';
import type { BreakageReport } from '#contract/breakages.ts';

/** The page in which something broke. */
export interface PageOfBreakage {
  /** Such as https://hanya.example. */
  readonly origin: string;
  /** The path of its address. */
  readonly path: string;
  /** The server's version that the page came with. */
  readonly version: string;
}

/** A script that can't be had, in the words of the browsers and of the build. */
const notFetched = /dynamically imported|module script failed|preload CSS/i;

/**
 * What is told of something that broke: no message and no address, only words of closed lists and
 * places in our own scripts. Null for what is none of ours, such as an extension of the browser.
 */
export function reportOf(
  kind: BreakageKind,
  cause: unknown,
  { origin, path, version }: PageOfBreakage,
): BreakageReport | null {
  const report = (name: string, frames: readonly string[], as = kind): BreakageReport => ({
    release: version,
    place: placeOf(path),
    kind: as,
    name: known(name),
    frames: frames.slice(0, mostFrames),
  });
  if (kind === 'policy') return ofPolicy(cause, origin, report);
  if (typeof cause === 'string') return report(cause, []);
  if (cause === undefined && kind !== 'script' && kind !== 'promise') return report('', []);
  if (!isError(cause)) return null;
  if (notFetched.test(cause.message)) return report(cause.name, [], 'file');
  // Some browsers begin the stack with the message, which could look like a place in a script.
  const stack = (cause.stack ?? '').replace(cause.message, '');
  const frames = framesOf(stack, origin);
  const isForeign = frames.length === 0 && addressIn.test(stack.replaceAll(origin, ''));
  return isForeign ? null : report(cause.name, frames);
}

const addressIn = /[\w-]+:\/\/\S+:\d+/;

const known = (name: string): BreakageName => breakageNames.find((one) => one === name) ?? 'other';

function framesOf(stack: string, origin: string): string[] {
  return stack.split('\n').flatMap((line) => {
    const [, address = ''] = /(https?:\/\/[^\s()]+:\d+:\d+)\)?$/.exec(line.trim()) ?? [];
    return frameAt(address, origin);
  });
}

/** The place in one of our scripts, or none. */
function frameAt(address: string, origin: string): string[] {
  const assets = `${origin}/assets/`;
  const frame = address.startsWith(assets) ? address.slice(assets.length) : '';
  return framePattern.test(frame) ? [frame] : [];
}

const isError = (cause: unknown): cause is Pick<Error, 'name' | 'message' | 'stack'> =>
  typeof cause === 'object' &&
  cause !== null &&
  'message' in cause &&
  typeof cause.message === 'string' &&
  'name' in cause &&
  typeof cause.name === 'string' &&
  (!('stack' in cause) || cause.stack === undefined || typeof cause.stack === 'string');

type Violation = Pick<
  SecurityPolicyViolationEvent,
  'effectiveDirective' | 'sourceFile' | 'lineNumber' | 'columnNumber'
>;

function ofPolicy(
  cause: unknown,
  origin: string,
  report: (name: string, frames: readonly string[]) => BreakageReport,
): BreakageReport | null {
  if (!isViolation(cause)) return null;
  const { effectiveDirective, sourceFile, lineNumber, columnNumber } = cause;
  // An extension of the browser meets the policy too.
  if (sourceFile && !sourceFile.startsWith(`${origin}/`)) return null;
  const frames = frameAt(`${sourceFile}:${lineNumber}:${columnNumber}`, origin);
  return report(effectiveDirective, frames);
}

const isViolation = (cause: unknown): cause is Violation =>
  typeof cause === 'object' &&
  cause !== null &&
  'effectiveDirective' in cause &&
  typeof cause.effectiveDirective === 'string' &&
  'sourceFile' in cause &&
  'lineNumber' in cause &&
  'columnNumber' in cause;
