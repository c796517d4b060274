import { randomInt } from 'node:crypto';
import helmet from '@fastify/helmet';
import fastify from 'fastify';
import { expect } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { createPayKaduna } from '#server/gateways/paykaduna.ts';
import type { BillRequest } from '#server/gateways/payment-gateway.ts';
import type { SandboxFaults } from '#server/gateways/sandbox-paykaduna/faults.ts';
import { sandboxPayKaduna } from '#server/gateways/sandbox-paykaduna/plugin.ts';
import { freePort } from '#tests/support/free-port.ts';

export const apiKey = 'the-key-of-the-sandbox';
export const engineCode = 'HANYA';
const prefix = '/sandbox/paykaduna';
export const revenueCodes = ['12020501', '12020502', '12020601'];

/**
 * The sandbox gateway on a real loopback port, behind the same headers as the product. It sends no
 * notices without a `noticeUrl`.
 */
export async function startSandbox(
  db: Database,
  codes: readonly string[] = revenueCodes,
  noticeUrl?: string,
) {
  const faults: SandboxFaults = {};
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const app = fastify();
  await app.register(helmet);
  await app.register(sandboxPayKaduna, {
    prefix,
    db,
    apiKey,
    engineCode,
    publicUrl,
    revenueCodes: codes,
    faults,
    ...(noticeUrl !== undefined && { noticeUrl }),
  });
  await app.listen({ port, host: '127.0.0.1' });
  const url = publicUrl + prefix;
  const gateway = createPayKaduna({ url, apiKey, engineCode });
  return { url, gateway, faults, close: () => app.close() };
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** A bill over ₦12,000.50 in two items, with the sandbox's own revenue heads. */
export async function billRequest({ gateway }: Sandbox): Promise<BillRequest> {
  const listed = await gateway.revenueHeads();
  if (listed.outcome !== 'heads') throw new Error(listed.reason);
  const [first, second] = listed.heads;
  if (first === undefined || second === undefined) throw new Error('Two heads are needed.');
  return {
    bookingId: `01K${randomInt(1_000_000_000)}`,
    name: 'Musa Bello Sani',
    phone: '08031234567',
    address: '12 Ahmadu Bello Way, Kaduna',
    email: '',
    items: [
      { amountKobo: 500_000, mdasId: first.mdasId, narration: 'LGC-01 No licence' },
      { amountKobo: 700_050, mdasId: second.mdasId, narration: 'LGC-02 Expired licence' },
    ],
  };
}

/** Makes a bill and answers with its reference and the address of its page. */
export async function makeBill(sandbox: Sandbox, request: BillRequest) {
  const made = await sandbox.gateway.makeBill(request);
  if (made.outcome !== 'made') throw new Error(made.reason);
  const page = await sandbox.gateway.paymentPage(made);
  if (page.outcome !== 'page') throw new Error(page.reason);
  return { billRef: made.billRef, pageUrl: page.url };
}

/** Presses a button of the page and answers with the page that follows. */
export async function choose(pageUrl: string, then: string): Promise<string> {
  const body = new URLSearchParams({ then });
  const response = await fetch(pageUrl, { method: 'POST', body });
  expect(response.status).toBe(200);
  expect(response.url.startsWith(pageUrl)).toBe(true);
  return response.text();
}
