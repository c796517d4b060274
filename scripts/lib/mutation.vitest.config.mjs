import { defineConfig } from 'vitest/config';

/** The tests of one part of `npm run proofs -- mutation`. */
export default defineConfig({
  test: {
    tags: [{ name: 'night' }],
    include: process.env.HANYA_MUTATED?.split(' ') ?? [],
    setupFiles: ['tests/support/one-day.ts'],
    ...(process.env.HANYA_MUTATED_ON && { globalSetup: ['tests/support/global-setup.ts'] }),
    env: { LOG_LEVEL: 'silent' },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
