import { defineConfig } from '@playwright/test';
import { isEngine, type WorkerFixtures } from './tests/engines/support/test.ts';

const isRoot = process.getuid?.() === 0;
/** The other browsers to be tried, by scripts/test.mjs. */
const engines = (process.env['ENGINES'] ?? '').split(',').filter(isEngine);
const journeys = process.env['JOURNEYS'] === 'all' ? '*' : 'main-job';

/** Each worker starts a server of its own: see tests/e2e/support/server.ts. */
export default defineConfig<object, Pick<WorkerFixtures, 'engine'>>({
  testDir: 'tests',
  projects: [
    { name: 'playwright', testMatch: ['e2e/**/*.spec.ts', 'specification/**/*.spec.ts'] },
    ...engines.map((engine) => ({
      name: engine,
      testMatch: `engines/${journeys}.spec.ts`,
      use: { engine },
    })),
  ],
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  workers: 2,
  fullyParallel: true,
  // Bounds for what hangs: nothing here measures how quick the product is.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 90_000,
    locale: 'en-NG',
    viewport: { width: 1440, height: 900 },
    // What a device keeps of the product would hide from a test what its server sends.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    // Keeping traces takes a good part of the run: ask for them when a failure needs one.
    trace: process.env['TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        // The map draws without WebGL, which an office's computer may lack.
        '--disable-3d-apis',
        // Pages that follow each other share a heap, which else grows to 500 MB.
        '--js-flags=--max-old-space-size=160',
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
});
