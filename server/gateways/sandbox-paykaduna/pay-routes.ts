import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '#server/db/database.ts';
import { findBill, payBill, type SandboxBill } from './bills.ts';
import type { SandboxFaults } from './faults.ts';
import { noBillPage, payPage } from './pay-page.ts';
import { payPolicy } from './pay-style.ts';
import { referenceText } from './requests.ts';

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
export function payRoutes(app: FastifyInstance, { db, faults, sendNotice }: PayOptions): void {
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
