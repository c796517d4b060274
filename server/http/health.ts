import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Pools } from '#server/db/database.ts';
import { migrationsIn } from '#server/db/migration-files.ts';
import { thisRelease } from '#server/process/release.ts';

/** Milliseconds in which the database must say what it has. */
const answerMs = 3_000;
/** Milliseconds for which an answer serves whoever asks next. */
const keptMs = 500;

type Readiness = 'ready' | 'stopping' | 'database away' | 'migrations missing';

/**
 * `GET /health/live`: the process serves, and which version it is; nothing else is asked.
 * `GET /health/ready`: 200 when calls can be served. 503 while the database is away or lacks migrations of this version, or the
 * process stops. A newer database is fine: servers are replaced one after the other.
 */
export function answerHealth(
  server: FastifyInstance,
  { db, isAway }: Pick<Pools, 'db' | 'isAway'>,
): void {
  const names = migrationsIn().map(({ name }) => name);
  let stopping = false;
  let last: { readonly at: number; readonly found: Promise<Readiness> } | undefined;

  server.addHook('preClose', (done) => {
    stopping = true;
    done();
  });

  async function look(): Promise<Readiness> {
    try {
      const late = sleep(answerMs, undefined, { ref: false });
      const asked = sql<{ name: string }>`select name from migrations`.execute(db);
      const applied = await Promise.race([asked, late]);
      if (!applied) return 'database away';
      const has = new Set(applied.rows.map(({ name }) => name));
      return names.every((name) => has.has(name)) ? 'ready' : 'migrations missing';
    } catch {
      return 'database away';
    }
  }

  /** Concurrent questions share one look at the database. */
  function readiness(): Readiness | Promise<Readiness> {
    if (stopping) return 'stopping';
    if (isAway()) return 'database away';
    const now = performance.now();
    if (!last || now - last.at > keptMs) last = { at: now, found: look() };
    return last.found;
  }

  server.get('/health/live', (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send({ status: 'live', version: thisRelease.version }),
  );
  server.get('/health/ready', async (_request, reply) => {
    const status = await readiness();
    reply.header('cache-control', 'no-store');
    if (status !== 'ready') reply.status(503).header('retry-after', '2');
    return reply.send({ status });
  });
}
