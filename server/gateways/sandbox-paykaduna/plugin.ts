import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '#server/db/database.ts';
import { apiRoutes } from './api-routes.ts';
import { findBill, payBill, type SandboxBill } from './bills.ts';
import type { SandboxFaults } from './faults.ts';
import { createNoticeSender } from './notices.ts';
import { noBillPage, payPage } from './pay-page.ts';
import { payPolicy } from './pay-style.ts';
import { referenceText } from './requests.ts';
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

const params = z.object({ billReference: referenceText });
const query = z.object({ attempt: z.enum(['failed', 'abandoned']) });
const way = z.enum(['pay', 'fail', 'abandon']);

interface PayOptions {
  readonly db: Database;
  readonly faults: SandboxFaults;
  /** Sends a notice of a paid bill to the product, without waiting for it. */
  readonly sendNotice: (bill: SandboxBill) => void;
}

/** The page where the offender pays, and its form. It works without script. */
function payRoutes(app: FastifyInstance, { db, faults, sendNotice }: PayOptions): void {
  app.get('/pay/:billReference', async (request, reply) => {
    const bill = await billOnPage(db, request);
    if (bill === undefined) return show(reply.code(404), noBillPage());
    return show(reply, payPage(bill, query.safeParse(request.query).data?.attempt));
  });

  app.post('/pay/:billReference', async (request, reply) => {
    const bill = await billOnPage(db, request);
    if (bill === undefined) return show(reply.code(404), noBillPage());
    const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
    const chosen = way.safeParse(new URLSearchParams(body).get('then')).data;
    if (chosen === undefined) return show(reply.code(400), payPage(bill, undefined));
    if (chosen === 'pay') {
      const isPaid = await payBill(db, bill.bill_reference, { again: faults.payAgain === true });
      const paid = isPaid ? await findBill(db, bill.bill_reference) : undefined;
      if (paid) sendNotice(paid);
    }
    const after = { pay: '', fail: '?attempt=failed', abandon: '?attempt=abandoned' }[chosen];
    return reply.redirect(bill.bill_reference + after, 303);
  });
}

async function billOnPage(db: Database, request: FastifyRequest) {
  const asked = params.safeParse(request.params);
  return asked.success ? findBill(db, asked.data.billReference) : undefined;
}

function show(reply: FastifyReply, page: string) {
  return reply
    .header('content-security-policy', payPolicy)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page);
}
