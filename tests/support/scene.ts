import { test as base } from 'vitest';
import { makePerson } from './people.ts';
import { startTestApp } from './test-app.ts';

/**
 * Tests with the whole product on a database of their file's own, and with people who work there.
 * Each is made for the first test that names it. A file with other settings extends `env`:
 * files share their process, where an override would stay for the next one.
 */
export const test = base
  .extend('env', { scope: 'file' }, {} as Record<string, string>)
  .extend('app', { scope: 'file' }, async ({ env }, { onCleanup }) => {
    const app = await startTestApp(env);
    onCleanup(() => app.stop());
    return app;
  })
  .extend('hire', { scope: 'file' }, ({ app }) => makePerson.bind(null, app))
  /** A booking officer of all of Kaduna. */
  .extend('officer', { scope: 'file' }, ({ hire }) => hire('booking officer'))
  /** The zonal head of Zaria in Kaduna. */
  .extend('head', { scope: 'file' }, ({ hire }) => hire('zonal head', { zone: 'Zaria' }))
  /** A state admin of Kaduna. */
  .extend('admin', { scope: 'file' }, ({ hire }) => hire('state admin'));
