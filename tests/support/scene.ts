import { test as base } from 'vitest';
import { type Client, openSession, type Session } from './client.ts';
import { type Account, makeAccount } from './factories.ts';
import type { Place, Staff } from './people.ts';
import { startTestApp } from './test-app.ts';

/** Somebody with an account and a session, who calls the product. */
export interface Someone extends Account, Session, Client {}

/**
 * Tests with the whole product on a database of their file's own, and with people who work there.
 * Each is made for the first test that names it. A file with other settings says
 * `test.override('env', …)`.
 */
export const test = base
  .extend('env', { scope: 'file' }, {} as Record<string, string>)
  .extend('app', { scope: 'file' }, async ({ env }, { onCleanup }) => {
    const app = await startTestApp(env);
    onCleanup(() => app.stop());
    return app;
  })
  .extend('hire', { scope: 'file' }, ({ app }) => async (role: Staff, place: Place = {}) => {
    const account = await makeAccount(app.db, role, place);
    const session = await openSession(app.url, account.email);
    return { ...account, ...session, ...session.client } satisfies Someone as Someone;
  })
  /** A booking officer of Zaria in Kaduna. */
  .extend('officer', { scope: 'file' }, ({ hire }) =>
    hire('booking officer', { state: 'Kaduna', zone: 'Zaria' }),
  )
  /** The zonal head of Zaria in Kaduna. */
  .extend('head', { scope: 'file' }, ({ hire }) =>
    hire('zonal head', { state: 'Kaduna', zone: 'Zaria' }),
  )
  /** A state admin of Kaduna. */
  .extend('admin', { scope: 'file' }, ({ hire }) => hire('state admin', { state: 'Kaduna' }));
