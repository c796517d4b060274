const { HISTORIES = '0', HISTORIES_SEED } = process.env;

/**
 * How many examples a test draws, and from which seed; without one each run draws others.
 * `npm run proofs -- histories` asks every test for more, of another seed.
 */
export const draws = (count = 100, seed?: number): { numRuns: number; seed?: number } => ({
  numRuns: Math.max(count, Number(HISTORIES)),
  ...(HISTORIES_SEED !== undefined
    ? { seed: Number(HISTORIES_SEED) + (seed ?? 0) }
    : seed !== undefined && { seed }),
});
