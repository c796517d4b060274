import { defineConfig } from '@playwright/test';

const isRoot = process.getuid?.() === 0;

/** Each worker starts a server of its own: see tests/e2e/support/server.ts. */
export default defineConfig({
  testDir: 'tests',
  testMatch: ['e2e/**/*.spec.ts', 'specification/**/*.spec.ts'],
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  workers: 3,
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
      // The map needs WebGL, which a machine without a graphics card draws in software.
      args: ['--enable-unsafe-swiftshader', ...(isRoot ? ['--no-sandbox'] : [])],
    },
  },
});
