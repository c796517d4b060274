import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { nairaFromKobo } from '../naira.ts';
import { signNotice } from '../notice-signature.ts';
import { noticeHeader } from '../paykaduna-notice.ts';
import type { SandboxBill } from './bills.ts';
import { drawsFrom, type SandboxFaults } from './faults.ts';

/** Milliseconds before each attempt: without an answer it is tried again for about a minute. */
const delaysMs = [0, 500, 2_000, 10_000, 60_000];
const answerTimeoutMs = 5_000;

interface NoticeOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly faults: SandboxFaults;
}

export interface NoticeSender {
  /** Sends a notice of a bill that was just paid. Returns at once and never fails. */
  send(bill: SandboxBill): void;
  /** Gives up unsent notices, and resolves once none is under way. */
  stop(): Promise<void>;
}

/** Sends the notices of payments to the product, or sends them wrongly where a fault says so. */
export function createNoticeSender({ url, apiKey, faults }: NoticeOptions): NoticeSender {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const held: Buffer[] = [];
  let draws: { readonly seed: number; readonly next: () => number } | undefined;

  function isDropped(): boolean {
    const { dropNotices: share = 0, seed = 1 } = faults;
    if (draws?.seed !== seed) draws = { seed, next: drawsFrom(seed) };
    return share > 0 && draws.next() < share;
  }

  async function sendAll(bodies: readonly Buffer[]): Promise<void> {
    if (faults.noticesLateMs) await wait(faults.noticesLateMs, undefined, stopping);
    for (const body of bodies) {
      for (let copy = 0; copy < (faults.noticesTwice ? 2 : 1); copy += 1) await sendOne(body);
    }
  }

  async function sendOne(body: Buffer): Promise<void> {
    const key = faults.noticesForged ? randomBytes(16).toString('hex') : apiKey;
    const headers = {
      'content-type': 'application/json',
      [noticeHeader]: signNotice(key, body),
    };
    for (const pause of delaysMs) {
      if (pause > 0) await wait(pause, undefined, stopping);
      const status = await post(url, { headers, body, signal: stopping.signal });
      // Any other answer is final: the notice arrived, or never will.
      if (status !== undefined && status < 500 && ![404, 429].includes(status)) return;
    }
  }

  return {
    send(bill) {
      if (stopping.signal.aborted || isDropped()) return;
      held.push(noticeOf(bill));
      if (held.length < (faults.noticesOutOfOrder ?? 1)) return;
      const sending = sendAll(held.splice(0).reverse())
        // It rejects only when it is stopped.
        .catch(() => undefined)
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async stop() {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}

/** The status of the answer, or undefined without one. */
async function post(
  url: string,
  sent: { headers: Record<string, string>; body: Buffer; signal: AbortSignal },
): Promise<number | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: sent.headers,
      body: new Uint8Array(sent.body),
      signal: AbortSignal.any([sent.signal, AbortSignal.timeout(answerTimeoutMs)]),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}

function noticeOf(bill: SandboxBill): Buffer {
  const kobo = bill.items.reduce((sum, item) => sum + item.amount_kobo, 0);
  return Buffer.from(
    JSON.stringify({
      event: 'charge.success',
      data: {
        invoiceNo: bill.receipt,
        billReference: bill.bill_reference,
        amount: nairaFromKobo(kobo),
        status: 'Fully Paid',
      },
      message: 'The bill was paid.',
    }),
  );
}
