import { setTimeout as wait } from 'node:timers/promises';

import type { FastifyPluginAsync } from 'fastify';

import type { Database } from '../../db/database.ts';
import { apiRoutes } from './api-routes.ts';
import { payRoutes } from './pay-routes.ts';
import { revenueHeadsFor } from './revenue-heads.ts';

/** Changed while the gateway runs, to see what the product does when it misbehaves. */
export interface SandboxFaults {
  /** Every request is answered with 503. */
  down?: boolean;
  /** Milliseconds that every answer waits. */
  delayMs?: number;
  /** Milliseconds that an answer waits after the work was done. */
  lateMs?: number;
}

interface SandboxOptions {
  readonly db: Database;
  readonly apiKey: string;
  readonly engineCode: string;
  /** The site's own address, without the path under which this plugin is mounted. */
  readonly publicUrl: string;
  readonly revenueCodes: readonly string[];
  readonly faults?: SandboxFaults;
}

/**
 * A stand-in for PayKaduna: the same signed protocol, and a page where the offender pays, fails or
 * abandons a bill. Mount it with a prefix; its bills are in the schema `sandbox`.
 */
export const sandboxPayKaduna: FastifyPluginAsync<SandboxOptions> = async (app, options) => {
  const { faults = {} } = options;

  // The signature covers the exact bytes, so nothing here may parse a body before it is checked.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 262_144 }, (_request, body, done) =>
    done(null, body),
  );

  app.addHook('onRequest', async (_request, reply) => {
    if (faults.delayMs !== undefined) await wait(faults.delayMs);
    if (faults.down === true) return reply.code(503).send({ message: 'The gateway is down.' });
  });

  app.addHook('onSend', async () => {
    if (faults.lateMs !== undefined && faults.lateMs > 0) await wait(faults.lateMs);
  });

  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error(error);
    return reply.code(status).send({ message: 'The request could not be answered.' });
  });

  const { db, apiKey, engineCode, publicUrl, revenueCodes } = options;
  const mountedAt = app.prefix;
  const payUrl = `${publicUrl.replace(/\/+$/, '')}${mountedAt}/pay`;
  const heads = revenueHeadsFor(revenueCodes);
  await app.register((api, _none, done) => {
    apiRoutes(api, { db, apiKey, engineCode, payUrl, mountedAt, heads });
    done();
  });
  payRoutes(app, { db });
};
