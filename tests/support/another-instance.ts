import type { FastifyInstance } from 'fastify';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { openJobs } from '#server/db/queues.ts';
import { type TestApp, testSecret } from '#tests/support/test-app.ts';

export interface Instance {
  readonly url: string;
  readonly server: FastifyInstance;
  stop(): Promise<void>;
}

/**
 * A second instance of the product on the same database, as in another process: its memory is its
 * own, and `env` may configure it differently. It runs no jobs.
 */
export async function anotherInstance(
  { pools, ownerUrl, dataDir }: TestApp,
  env: Record<string, string> = {},
): Promise<Instance> {
  const config = readConfig({ DATA_DIR: dataDir, DEMO: 'on', ...env });
  const boss = openJobs(ownerUrl);
  const { server } = await buildApp({
    config,
    pools,
    boss,
    jwtSecret: config.jwtSecret ?? testSecret,
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  return { url, server, stop: () => server.close() };
}
