import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import type { QueueDefinition } from '#server/db/queues.ts';
import { queues } from '#server/queues.ts';
import { disconnectFrom, runOn } from './one-connection.ts';
import { smallMemoryMb } from './plain-environment.ts';
import { temporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    database: { ownerUrl: string; appUrl: string };
  }
}

/** Failed jobs are retried after a second, so that no test waits for a growing pause. */
function impatient(queue: QueueDefinition): QueueDefinition {
  if (!queue.retryLimit) return queue;
  return { ...queue, retryDelay: 1, retryDelayMax: 1 };
}

/** No test cuts this machine off its power, and syncing is most of what a clone costs. */
async function neverSync(adminUrl: string): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes'])
    await runOn(adminUrl, `ALTER SYSTEM SET ${setting} = off`);
  await runOn(adminUrl, 'SELECT pg_reload_conf()');
  await disconnectFrom(adminUrl);
}

/** One PostgreSQL for the whole run, with a migrated database that every test file clones. */
export default async function setUp(project: TestProject) {
  const dataDir = temporaryFolder();
  const embedded = await startEmbedded(dataDir, { databaseMemoryMb: smallMemoryMb });
  await neverSync(embedded.adminUrl);
  await migrate(embedded.ownerUrl, embedded.appUrl, { queues: queues.map(impatient) });
  project.provide('database', { ownerUrl: embedded.ownerUrl, appUrl: embedded.appUrl });
  return async () => {
    await embedded.stop();
    for (const folder of [embedded.folder, dataDir]) {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}
