import { createHash } from 'node:crypto';

/** Repeatable random numbers: the same seed gives the same draws in the same order. */
export interface Random {
  /** From 0 up to but not including 1. */
  readonly number: () => number;
  /** A whole number from `min` to `max`, both included. */
  readonly between: (min: number, max: number) => number;
  readonly chance: (probability: number) => boolean;
  /** Throws for an empty list. */
  readonly pick: <T>(items: readonly T[]) => T;
  /** Picks by weight; throws for an empty list. */
  readonly weighted: <T>(items: readonly (readonly [item: T, weight: number])[]) => T;
}

export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);

  // Mulberry32: small, quick, and even enough for invented data; never for anything secret.
  function number(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  function pick<T>(items: readonly T[]): T {
    return present(items[Math.floor(number() * items.length)]);
  }

  function weighted<T>(items: readonly (readonly [item: T, weight: number])[]): T {
    let left = number() * items.reduce((sum, [, weight]) => sum + weight, 0);
    const found = items.find(([, weight]) => (left -= weight) < 0) ?? items.at(-1);
    return present(found)[0];
  }

  return {
    number,
    between: (min, max) => min + Math.floor(number() * (max - min + 1)),
    chance: (probability) => number() < probability,
    pick,
    weighted,
  };
}

function present<T>(item: T | undefined): T {
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

/** The words of a text, for lists that read better as one line. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** This many characters, each drawn from `alphabet`. */
export function characters({ between }: Random, length: number, alphabet: string): string {
  const one = () => alphabet.charAt(between(0, alphabet.length - 1));
  return Array.from({ length }, one).join('');
}
