import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '#server/db/database.ts';
import { koboFromNaira, nairaFromKobo } from '../naira.ts';
import { isSignedPayKaduna, signatureHeader } from '../paykaduna-signature.ts';
import { attachToBill, type BillItem, findBill, type SandboxBill, storeBill } from './bills.ts';
import type { SandboxFaults } from './faults.ts';
import { attachBody, createBillBody, readJson, referenceText } from './requests.ts';
import type { SandboxHead } from './revenue-heads.ts';

interface ApiOptions {
  readonly db: Database;
  readonly apiKey: string;
  readonly engineCode: string;
  /**
   * The address of the pay pages, without the reference:
   * `http://127.0.0.1:4400/sandbox/paykaduna/pay`.
   */
  readonly payUrl: string;
  /** The path under which the gateway is mounted: not part of what a GET signs. */
  readonly mountedAt: string;
  readonly heads: ReadonlyMap<number, SandboxHead>;
  readonly faults: SandboxFaults;
}

const billQuery = z.object({ billreference: referenceText });

/** The documented calls of PayKaduna. Each must be signed; bodies arrive as raw bytes. */
export function apiRoutes(app: FastifyInstance, options: ApiOptions): void {
  const { db, heads, engineCode } = options;

  app.addHook('preValidation', async (request, reply) => {
    if (!isSigned(request, options)) return refuse(reply, 401, 'The signature is wrong.');
  });

  app.addHook('preSerialization', (_request, reply, answer, done) => {
    const { fail = false } = options.faults;
    if (fail === false || reply.statusCode >= 400) {
      done(null, answer);
    } else {
      reply.code(fail === 503 ? 503 : 500);
      done(null, { message: 'The gateway has failed.' });
    }
  });

  app.post('/api/ESBills/CreateESBill', async (request, reply) => {
    const body = readJson(createBillBody, request.body);
    if (body === undefined) return refuse(reply, 400, 'The bill is not complete.');
    if (body.engineCode !== engineCode) return refuse(reply, 400, 'The engine code is not known.');
    const good: BillItem[] = [];
    const failed: { mdasId: number; amount: number }[] = [];
    for (const { mdasId, amount, narration } of body.esBillDetailsDto) {
      const head = heads.get(mdasId);
      const amountKobo = koboFromNaira(amount) ?? 0;
      if (head === undefined || amountKobo === 0) failed.push({ mdasId, amount });
      else good.push({ head, amountKobo, narration });
    }
    const billReference = await storeBill(db, body, good);
    const bill = await findBill(db, billReference);
    if (bill === undefined) return refuse(reply, 500, 'The bill could not be stored.');
    const failedBillItems = failed.map((item) => ({ billReference, ...item }));
    return { ...billAnswer(bill, options), failedBillItems };
  });

  app.get('/api/ESBills/GetBill', async (request, reply) => {
    const bill = await billAsked(db, request);
    return bill === undefined
      ? refuse(reply, 404, 'There is no such bill.')
      : billAnswer(bill, options);
  });

  app.get('/api/ESBills/GetInvoiceUrl', async (request, reply) => {
    const bill = await billAsked(db, request);
    return bill === undefined
      ? refuse(reply, 404, 'There is no such bill.')
      : { invoiceUrl: `${options.payUrl}/${bill.bill_reference}` };
  });

  app.post('/api/ESBills/AttachAdditionalDataToBill', async (request, reply) => {
    const body = readJson(attachBody, request.body);
    if (body === undefined) return refuse(reply, 400, 'The additional data is not complete.');
    return (await attachToBill(db, body.billReference, body.additionalData))
      ? body
      : refuse(reply, 404, 'There is no such bill.');
  });

  app.get('/api/paykaduna/MotorMarket/revenue-heads', () => ({
    data: [...heads.values()].map((head) => ({
      revenue_code: head.revenueCode,
      mdasId: head.mdasId,
      revenue_name: head.revenueName,
    })),
  }));
}

function isSigned(request: FastifyRequest, { apiKey, mountedAt }: ApiOptions): boolean {
  const signature = request.headers[signatureHeader];
  if (typeof signature !== 'string') return false;
  const signed =
    request.method === 'GET' ? (request.raw.url ?? '').slice(mountedAt.length) : request.body;
  return typeof signed === 'string' || Buffer.isBuffer(signed)
    ? isSignedPayKaduna(apiKey, signed, signature)
    : false;
}

async function billAsked(db: Database, request: FastifyRequest): Promise<SandboxBill | undefined> {
  const query = billQuery.safeParse(request.query);
  return query.success ? findBill(db, query.data.billreference) : undefined;
}

function billAnswer(bill: SandboxBill, { heads, engineCode, faults }: ApiOptions) {
  const billReference = faults.wrongReference === true ? '999999999999' : bill.bill_reference;
  return {
    bill: {
      billReference,
      payStatus: faults.payStatus ?? (bill.receipt === null ? 'Unpaid' : 'Fully Paid'),
      narration: bill.narration,
      receipt: bill.receipt ?? '-',
    },
    billItems: bill.items.map((item, line) => ({
      billReference,
      mdaId: item.mdas_id,
      revenueCode: item.revenue_code,
      revenueName: heads.get(item.mdas_id)?.revenueName ?? item.revenue_code,
      amount: nairaFromKobo(item.amount_kobo + (line === 0 ? (faults.amountOffBy ?? 0) : 0)),
      engineCode,
    })),
  };
}

function refuse(reply: FastifyReply, status: number, message: string) {
  return reply.code(status).send({ message });
}
