import { z } from 'zod';
import { askGateway, type GatewayAnswer } from './gateway-call.ts';
import { koboFromNaira, nairaFromKobo } from './naira.ts';
import { isOwnPage } from './pay-page-address.ts';
import { splitPayerName } from './payer-name.ts';
import {
  billMadeAnswer,
  billReference,
  billStateAnswer,
  invoiceUrlAnswer,
  revenueHeadsAnswer,
} from './paykaduna-answers.ts';
import { readPayKadunaNotice } from './paykaduna-notice.ts';
import { signatureHeader, signPayKaduna } from './paykaduna-signature.ts';
import type {
  BillAnswer,
  BillAt,
  BillFound,
  BillRequest,
  PaymentGateway,
  PaymentPage,
  PaymentState,
  RevenueHeads,
  UnknownAnswer,
} from './payment-gateway.ts';

interface PayKadunaOptions {
  /** `https://api.paykaduna.com`, or wherever the same protocol is spoken. */
  readonly url: string;
  readonly apiKey: string;
  /** The announced next key: tried when the first is no longer accepted. */
  readonly nextApiKey?: string | undefined;
  readonly engineCode: string;
  readonly timeoutMs?: number;
  /** Domains besides the gateway's own that show its pay pages. */
  readonly pages?: readonly string[];
}

/** PayKaduna over HTTPS. Decimal naira exist only in this adapter; everything else uses kobo. */
export function createPayKaduna(options: PayKadunaOptions): PaymentGateway {
  const address = { ...options, timeoutMs: options.timeoutMs ?? 10_000 };
  const pages = [domainOf(options.url), ...(options.pages ?? [])];
  const keys = [options.apiKey, ...(options.nextApiKey === undefined ? [] : [options.nextApiKey])];

  function get<T>(path: string, answer: z.ZodType<T>) {
    return callPayKaduna(address, { path, answer });
  }

  async function makeBill(request: BillRequest): Promise<BillAnswer> {
    if (request.items.some((item) => item.mdasId === null))
      return refused('an item without a head');
    const said = await callPayKaduna(address, {
      path: '/api/ESBills/CreateESBill',
      body: billBody(options.engineCode, request),
      answer: billMadeAnswer,
    });
    if (said.outcome === 'unknown') {
      return { outcome: 'unknown', reason: said.reason, mayExist: said.maybeDone };
    }
    if (said.outcome === 'rejected') return { outcome: 'refused', reason: said.reason };
    if (!said.data.made) {
      return refused(`${said.data.failed} of the bill's ${request.items.length} items`);
    }
    const asked = request.items.reduce((sum, item) => sum + item.amountKobo, 0);
    return totalKobo(said.data.billItems) === asked
      ? { outcome: 'made', billRef: said.data.bill.billReference, page: null }
      : refused("the bill's amount");
  }

  async function paymentOf(billRef: string): Promise<PaymentState> {
    if (!isReference(billRef)) return notAReference;
    const said = await get(`/api/ESBills/GetBill?billreference=${billRef}`, billStateAnswer);
    if (said.outcome !== 'answer') return unknownFrom(said);
    const { bill, billItems } = said.data;
    if (bill.billReference !== billRef) {
      return unknownFrom({ reason: 'The payment gateway’s answer is about a different bill.' });
    }
    if (bill.payStatus !== 'Fully Paid') return { outcome: 'pending' };
    const amountKobo = totalKobo(billItems ?? []);
    if (amountKobo === undefined) {
      return unproven('The payment gateway says that the bill is paid, but not how much.');
    }
    const receipt = bill.receipt?.trim() ?? '';
    return receipt === '' || receipt === '-'
      ? unproven('The payment gateway says that the bill is paid, but does not show a receipt.')
      : { outcome: 'paid', amountKobo, receipt };
  }

  async function findBill(billRef: string): Promise<BillFound> {
    if (!isReference(billRef)) return { outcome: 'none', reason: notAReference.reason };
    const said = await get(`/api/ESBills/GetBill?billreference=${billRef}`, billStateAnswer);
    if (said.outcome === 'rejected' || (said.outcome === 'unknown' && said.absent === true))
      return { outcome: 'none', reason: 'The payment gateway has no bill with this reference.' };
    if (said.outcome === 'unknown') return unknownFrom(said);
    const { bill, billItems } = said.data;
    const amountKobo = totalKobo(billItems ?? []);
    if (bill.billReference !== billRef || amountKobo === undefined)
      return unknownFrom({ reason: 'The payment gateway’s answer is about a different bill.' });
    return {
      outcome: 'bill',
      amountKobo,
      isPaid: bill.payStatus !== 'Unpaid',
      // Our identifier is not among what it answers.
      bookingId: null,
      narration: bill.narration ?? '',
      items: (billItems ?? []).map((item) => ({
        code: item.revenueCode ?? '',
        amountKobo: koboFromNaira(item.amount ?? '') ?? 0,
      })),
    };
  }

  async function paymentPage({ billRef }: BillAt): Promise<PaymentPage> {
    if (!isReference(billRef)) return notAReference;
    const said = await get(`/api/ESBills/GetInvoiceUrl?billreference=${billRef}`, invoiceUrlAnswer);
    if (said.outcome !== 'answer') return unknownFrom(said);
    return isOwnPage(said.data.invoiceUrl, { url: options.url, pages })
      ? { outcome: 'page', url: said.data.invoiceUrl }
      : unknownFrom({ reason: 'The payment page has an unsafe address.' });
  }

  async function revenueHeads(): Promise<RevenueHeads> {
    const said = await get('/api/paykaduna/MotorMarket/revenue-heads', revenueHeadsAnswer);
    if (said.outcome !== 'answer') return unknownFrom(said);
    const heads = said.data.data;
    return heads.length > 0
      ? { outcome: 'heads', heads }
      : unknownFrom({ reason: 'The payment gateway does not list any revenue heads.' });
  }

  return {
    name: 'PayKaduna',
    makeBill,
    paymentOf,
    findBill,
    paymentPage,
    billsByHead: true,
    readNotice: (body, headers) => readPayKadunaNotice(keys, body, headers),
    // Its documentation has no such call.
    statement: () => Promise.resolve({ outcome: 'none' }),
    revenueHeads,
    attach: async (billRef, notes) => {
      const said = await callPayKaduna(address, {
        path: '/api/ESBills/AttachAdditionalDataToBill',
        body: { billReference: billRef, additionalData: notes },
        answer: z.unknown(),
      });
      return said.outcome === 'answer' ? { outcome: 'attached' } : unknownFrom(said);
    },
  };
}

/** `api.paykaduna.com` belongs to `paykaduna.com`, which shows the pages. */
const domainOf = (url: string): string => new URL(url).hostname.replace(/^[a-z]*api\./, '');

function billBody(engineCode: string, request: BillRequest) {
  return {
    engineCode,
    identifier: request.bookingId,
    ...splitPayerName(request.name),
    telephone: request.phone.trim() || '-',
    address: request.address.trim() || '-',
    esBillDetailsDto: request.items.map((item) => ({
      amount: nairaFromKobo(item.amountKobo),
      mdasId: item.mdasId,
      narration: item.narration,
    })),
  };
}

/** The sum in kobo; undefined when there is no item, or one without a readable amount. */
function totalKobo(
  items: readonly { amount?: number | string | null | undefined }[],
): number | undefined {
  if (items.length === 0) return undefined;
  let total = 0;
  for (const { amount } of items) {
    const kobo = koboFromNaira(amount ?? '');
    if (kobo === undefined) return undefined;
    total += kobo;
  }
  return total;
}

function isReference(billRef: string): boolean {
  return billReference.safeParse(billRef).success;
}

const notAReference: UnknownAnswer = {
  outcome: 'unknown',
  reason: 'The bill reference does not have the format that the payment gateway uses.',
};

function refused(what: string): BillAnswer {
  return { outcome: 'refused', reason: `The payment gateway did not accept ${what}.` };
}

function unproven(reason: string): PaymentState {
  return { outcome: 'unproven', reason };
}

function unknownFrom({ reason }: { reason: string }): UnknownAnswer {
  return { outcome: 'unknown', reason };
}

interface PayKadunaAddress {
  readonly url: string;
  readonly apiKey: string;
  /** The operator's announced next key, while both keys may be in use. */
  readonly nextApiKey?: string | undefined;
  readonly timeoutMs: number;
}

interface Call<T> {
  /** Path and query, from `/api/` on. */
  readonly path: string;
  /** Present for a POST. */
  readonly body?: unknown;
  readonly answer: z.ZodType<T>;
}

/** Sends one signed request, once more with the next key where the first is no longer accepted. */
function callPayKaduna<T>(address: PayKadunaAddress, call: Call<T>): Promise<GatewayAnswer<T>> {
  return askGateway(async () => {
    const response = await send(address, call, address.apiKey);
    if (response.status !== 401 || address.nextApiKey === undefined) return response;
    await response.body?.cancel();
    return send(address, call, address.nextApiKey);
  }, call.answer);
}

function send(address: PayKadunaAddress, call: Call<unknown>, key: string): Promise<Response> {
  const base = address.url.replace(/\/+$/, '');
  const signal = AbortSignal.timeout(address.timeoutMs);
  const common = { redirect: 'manual', signal } as const;
  const headers = { accept: 'application/json' };
  if (call.body === undefined) {
    const signature = signPayKaduna(key, call.path);
    return fetch(base + call.path, {
      ...common,
      headers: { ...headers, [signatureHeader]: signature },
    });
  }
  const bytes = Buffer.from(JSON.stringify(call.body));
  const signature = signPayKaduna(key, bytes);
  return fetch(base + call.path, {
    ...common,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', [signatureHeader]: signature },
    body: bytes,
  });
}
