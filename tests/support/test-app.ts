import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import {
  closeDatabase,
  closePools,
  type Database,
  openDatabase,
  openPools,
  type Pools,
} from '#server/db/database.ts';
import { openJobs } from '#server/db/queues.ts';
import type { SandboxFaults } from '#server/gateways/sandbox-paykaduna/faults.ts';
import { freePort } from './free-port.ts';
import { cloneDatabase, type ClonedDatabase } from './template.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const testSecret = 'a secret for tests, long enough to sign with';

export interface TestApp {
  readonly url: string;
  /** Connected with the application's role, which may not change what was recorded. */
  readonly db: Database;
  /** Connected with the owner's role, for states that the product itself never makes. */
  readonly owner: Database;
  readonly pools: Pools;
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly dataDir: string;
  /** Changed to make the sandbox gateway misbehave. */
  readonly faults: SandboxFaults;
  stop(): Promise<void>;
}

/**
 * The whole product on a database of its own, a given or an empty one, listening on loopback, its
 * jobs at work. The database is removed when it stops.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  given?: ClonedDatabase,
): Promise<TestApp> {
  const database = given ?? (await cloneDatabase());
  const dataDir = temporaryFolder();
  const port = await freePort();
  // Notices are off: payments arrive when a test asks, unless it is about notices.
  const usual = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: 'on',
    SANDBOX_NOTICES: 'off',
    MODULES: process.env['MODULES'] ?? 'all',
  };
  // On a busy machine a good query may take long: only a test about that is cut off.
  const patient = {
    READ_TIMEOUT_MS: '60000',
    SEARCH_TIMEOUT_MS: '60000',
    REPORT_TIMEOUT_MS: '60000',
  };
  const config = readConfig({ ...usual, ...patient, ...env });
  const pools = openPools(database.appUrl, config);
  const owner = openDatabase(database.ownerUrl, { max: 2 });
  const boss = openJobs(database.appUrl);
  await boss.start();
  const faults: SandboxFaults = {};
  const { server, work } = await buildApp({ config, pools, boss, jwtSecret: testSecret, faults });
  await server.listen({ port, host: '127.0.0.1' });
  await work();
  return {
    url: `http://127.0.0.1:${port}`,
    db: pools.db,
    owner,
    pools,
    ownerUrl: database.ownerUrl,
    appUrl: database.appUrl,
    dataDir,
    faults,
    async stop() {
      await inTime('the jobs', boss.stop({ graceful: true, timeout: 5_000 }));
      // A test may leave an answer half read; its connection must not delay the end.
      server.server.closeAllConnections();
      await inTime('the server', server.close());
      await inTime('the database', Promise.all([closePools(pools), closeDatabase(owner)]));
      await inTime('its files', database.drop());
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Names the step that doesn't end, which a time-out of the test runner would not. */
async function inTime(what: string, end: Promise<unknown>): Promise<void> {
  const late = setTimeout(60_000, 'late', { ref: false });
  if ((await Promise.race([end, late])) === 'late') throw new Error(`${what} did not end.`);
}
