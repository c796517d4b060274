import {
  type BreakageKind,
  breakageNames,
  framePattern,
  mostFrames,
  placeOf,
} from '#contract/breakage-words.ts';
import type { BreakageReport } from '#contract/breakages.ts';
import type { Breakage } from '#web/device/breakages.ts';

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

const addressIn = /[\w-]+:\/\/\S+:\d+/;

/**
 * What is told of something that broke: no message and no address, only words of closed lists and
 * places in our own scripts. Null for what is none of ours, such as an extension of the browser.
 */
export function reportOf(
  broken: Breakage,
  { origin, path, version: release }: PageOfBreakage,
): BreakageReport | null {
  const report = (as: BreakageKind, word = '', frames: readonly string[] = []) => ({
    release,
    place: placeOf(path),
    kind: as,
    name: breakageNames.find((name) => name === word) ?? 'other',
    frames: frames.slice(0, mostFrames),
  });
  const [kind, cause] = broken;
  if (kind === 'policy') {
    const { effectiveDirective, sourceFile, lineNumber, columnNumber } = cause;
    // An extension of the browser meets the policy too.
    if (sourceFile && !sourceFile.startsWith(`${origin}/`)) return null;
    const frames = framesAt([`${sourceFile}:${lineNumber}:${columnNumber}`], origin);
    return report(kind, effectiveDirective, frames);
  }
  if (kind !== 'script' && kind !== 'promise' && kind !== 'render') return report(kind, cause);
  if (!(cause instanceof Error)) return null;
  const { name, message, stack = '' } = cause;
  if (notFetched.test(message)) return report('file', name);
  // Some browsers begin the stack with the message, which could look like a place in a script.
  const lines = stack.replace(message, '').split('\n');
  const addresses = lines.map((line) => /(https?:\/\/[^\s()]+)\)?$/.exec(line.trim())?.[1] ?? '');
  const frames = framesAt(addresses, origin);
  const isForeign = frames.length === 0 && addressIn.test(lines.join('\n').replaceAll(origin, ''));
  return isForeign ? null : report(kind, name, frames);
}

/** The places in our scripts among these addresses with line and column. */
function framesAt(addresses: readonly string[], origin: string): string[] {
  const ours = `${origin}/`;
  return addresses
    .filter((address) => address.startsWith(ours))
    .map((address) => address.slice(ours.length).replace(/^assets\//, ''))
    .filter((frame) => framePattern.test(frame));
}
