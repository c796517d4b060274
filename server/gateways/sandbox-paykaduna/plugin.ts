import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '#server/db/database.ts';
import { apiRoutes } from './api-routes.ts';
import type { SandboxFaults } from './faults.ts';
import { createNoticeSender } from './notices.ts';
import { payRoutes } from './pay-routes.ts';
import { revenueHeadsFor } from './revenue-heads.ts';

interface SandboxOptions {
  readonly db: Database;
  readonly apiKey: string;
  readonly engineCode: string;
  /** The site's own address, without the path under which this plugin is mounted. */
  readonly publicUrl: string;
  readonly revenueCodes: readonly string[];
  /** Notices of payments go here; without it, none are sent. */
  readonly noticeUrl?: string;
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
    if (faults.busy === true) return reply.code(429).send({ message: 'The gateway is busy.' });
    if (faults.down === true) return reply.code(503).send({ message: 'The gateway is down.' });
  });

  app.addHook('onSend', async () => {
    await faults.held;
  });

  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error(error);
    return reply.code(status).send({ message: 'The request could not be answered.' });
  });

  const { db, apiKey, engineCode, publicUrl, revenueCodes, noticeUrl } = options;
  const mountedAt = app.prefix;
  const payUrl = `${publicUrl.replace(/\/+$/, '')}${mountedAt}/pay`;
  const heads = revenueHeadsFor(revenueCodes);
  await app.register((api, _none, done) => {
    apiRoutes(api, { db, apiKey, engineCode, payUrl, mountedAt, heads, faults });
    done();
  });
  const notices =
    noticeUrl === undefined ? undefined : createNoticeSender({ url: noticeUrl, apiKey, faults });
  // Stopped before the product stops taking requests, so that no notice is under way then.
  app.addHook('preClose', async () => notices?.stop());
  payRoutes(app, { db, faults, sendNotice: (bill) => notices?.send(bill) });
};
