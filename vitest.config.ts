import { defineConfig } from 'vitest/config';
import { tablerIcons } from './web/build/icons.ts';

/**
 * libfaketime shows PostgreSQL the real time in a signal handler while it waits, so that no time limit
 * runs out under `npm run proofs -- dates`. What waits for one holds up every database beside it.
 */
const withTimeLimits = ['api/http/cut-off', 'boot/migrate', 'boot/carry-over'];

const atServer = {
  globalSetup: ['tests/support/global-setup.ts'],
  setupFiles: ['tests/support/one-day.ts'],
  env: { LOG_LEVEL: 'warn' },
  pool: 'forks' as const,
  // Each file has a database of its own; what it imports is read once for each process.
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 180_000,
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    tags: [{ name: 'night', description: 'npm run proofs -- night; npm test leaves them out' }],
    projects: [
      {
        plugins: [tablerIcons()],
        test: {
          name: 'rules',
          include: ['tests/rules/**/*.test.ts'],
          setupFiles: ['tests/support/one-day.ts'],
          env: { LOG_LEVEL: 'warn' },
          pool: 'forks',
          isolate: false,
          testTimeout: 120_000,
        },
      },
      {
        plugins: [tablerIcons()],
        test: {
          ...atServer,
          name: 'server',
          include: ['tests/**/*.test.ts'],
          exclude: [
            'tests/rules/**',
            'tests/web/**',
            'tests/screens/**',
            // It needs two releases: npm run proofs -- release
            ...(process.env['RELEASES'] === undefined ? ['tests/release/**'] : []),
            ...(process.env['FAKED_BY'] === undefined ? [] : withTimeLimits).map(
              (name) => `tests/${name}.test.ts`,
            ),
          ],
        },
      },
      {
        plugins: [tablerIcons()],
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/one-day.ts'],
          pool: 'forks',
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        plugins: [tablerIcons()],
        test: {
          name: 'screens',
          include: ['tests/{screens,specification}/**/*.test.tsx'],
          setupFiles: ['tests/support/one-day.ts', 'tests/screens/support/browser.ts'],
          environment: 'jsdom',
          isolate: false,
          css: { modules: { classNameStrategy: 'non-scoped' } },
          testTimeout: 120_000,
        },
      },
    ],
  },
});
