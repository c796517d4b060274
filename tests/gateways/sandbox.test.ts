import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { signPayKaduna } from '#server/gateways/paykaduna-signature.ts';
import { createPayKaduna } from '#server/gateways/paykaduna.ts';
import { cloneDatabase } from '../support/template.ts';
import {
  apiKey,
  billRequest,
  choose,
  engineCode,
  makeBill,
  revenueCodes,
  type Sandbox,
  startSandbox,
} from './sandbox-server.ts';

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
let sandbox: Sandbox;

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.appUrl);
  sandbox = await startSandbox(db);
});
beforeEach(() => {
  sandbox.faults.down = false;
  sandbox.faults.delayMs = 0;
});
afterAll(async () => {
  await sandbox.close();
  await closeDatabase(db);
  await clone.drop();
});

describe('the signature', () => {
  const path = '/api/paykaduna/MotorMarket/revenue-heads';

  test('of another key is 401', async () => {
    const headers = { 'x-api-signature': signPayKaduna('another-key', path) };
    expect((await fetch(sandbox.url + path, { headers })).status).toBe(401);
    expect((await fetch(sandbox.url + path)).status).toBe(401);
  });

  test('covers the query of a GET', async () => {
    const signed = '/api/ESBills/GetBill?billreference=421077360915';
    const headers = { 'x-api-signature': signPayKaduna(apiKey, signed) };
    expect((await fetch(sandbox.url + signed, { headers })).status).toBe(404);
    expect((await fetch(`${sandbox.url + signed}&x=1`, { headers })).status).toBe(401);
  });

  test('covers the exact bytes of a POST, and comes before its content', async () => {
    const headers = {
      'content-type': 'application/json',
      'x-api-signature': signPayKaduna(apiKey, '{}'),
    };
    const post = (body: string) =>
      fetch(`${sandbox.url}/api/ESBills/CreateESBill`, { method: 'POST', headers, body });
    expect((await post('{}')).status).toBe(400);
    expect((await post('{ }')).status).toBe(401);
    expect((await post('not JSON')).status).toBe(401);
  });

  test('may be made with the next key while keys are rotated', async () => {
    const keys = { apiKey: 'a-retired-key', nextApiKey: apiKey };
    const rotating = createPayKaduna({ url: sandbox.url, engineCode, ...keys });
    expect((await rotating.revenueHeads()).outcome).toBe('heads');
    expect((await rotating.makeBill(await billRequest(sandbox))).outcome).toBe('made');
  });

  test('of no accepted key leaves the bill unmade and unknown, and names no key', async () => {
    const keys = { apiKey: 'a-retired-key', nextApiKey: 'a-wrong-key' };
    const refused = createPayKaduna({ url: sandbox.url, engineCode, ...keys });
    expect(await refused.makeBill(await billRequest(sandbox))).toEqual({
      outcome: 'unknown',
      reason: 'The payment gateway does not accept Hanya’s key.',
      mayExist: false,
    });
  });
});

describe('a bill', () => {
  test('is pending until the offender pays it, and then has one receipt', async () => {
    const { billRef, pageUrl } = await makeBill(sandbox, await billRequest(sandbox));
    expect(billRef).toMatch(/^\d{12}$/);
    expect(await sandbox.gateway.paymentOf(billRef)).toEqual({ outcome: 'pending' });
    const page = await fetch(pageUrl);
    expect(await page.text()).toContain('Pay ₦12,000.50');
    const after = await choose(pageUrl, 'pay');
    const paid = await sandbox.gateway.paymentOf(billRef);
    if (paid.outcome !== 'paid') throw new Error(paid.outcome);
    expect(paid.amountKobo).toBe(1_200_050);
    expect(paid.receipt).toMatch(/^\d{8}$/);
    expect(after).toContain(`Your receipt number is ${paid.receipt}. You can close this window.`);
    expect(after).not.toContain('<form');
  });

  test('paid many times at once has one receipt', async () => {
    const { billRef, pageUrl } = await makeBill(sandbox, await billRequest(sandbox));
    const pages = await Promise.all(Array.from({ length: 8 }, () => choose(pageUrl, 'pay')));
    const receipts = new Set(pages.map((page) => /receipt number is (\d+)/.exec(page)?.[1]));
    expect(receipts.size).toBe(1);
    expect(await sandbox.gateway.paymentOf(billRef)).toMatchObject({ receipt: [...receipts][0] });
  });

  test.each([
    ['fail', 'The payment failed and no money was taken.'],
    ['abandon', 'You left this bill unpaid.'],
  ])('after %s stays pending and can still be paid', async (then, sentence) => {
    const { billRef, pageUrl } = await makeBill(sandbox, await billRequest(sandbox));
    expect(await choose(pageUrl, then)).toContain(sentence);
    expect(await sandbox.gateway.paymentOf(billRef)).toEqual({ outcome: 'pending' });
    await choose(pageUrl, 'pay');
    expect(await sandbox.gateway.paymentOf(billRef)).toMatchObject({ outcome: 'paid' });
  });

  test.each([
    ['an unknown revenue head', { amountKobo: 500_000, mdasId: 7 }],
    ['an amount of nothing', { amountKobo: 0 }],
    ['an amount below nothing', { amountKobo: -100 }],
  ])('with %s among its items is refused', async (_what, wrong) => {
    const request = await billRequest(sandbox);
    const items = request.items.map((item, line) => (line === 1 ? { ...item, ...wrong } : item));
    expect(await sandbox.gateway.makeBill({ ...request, items })).toEqual({
      outcome: 'refused',
      reason: "The payment gateway did not accept 1 of the bill's 2 items.",
    });
  });

  test('for another engine code is refused', async () => {
    const other = createPayKaduna({ url: sandbox.url, apiKey, engineCode: 'OTHER' });
    expect((await other.makeBill(await billRequest(sandbox))).outcome).toBe('refused');
  });

  test('outlives a restart of the gateway', async () => {
    const { billRef, pageUrl } = await makeBill(sandbox, await billRequest(sandbox));
    await choose(pageUrl, 'pay');
    const before = await sandbox.gateway.paymentOf(billRef);
    const restarted = await startSandbox(db);
    try {
      expect(before.outcome).toBe('paid');
      expect(await restarted.gateway.paymentOf(billRef)).toEqual(before);
    } finally {
      await restarted.close();
    }
  });

  test('takes notes such as ticket reference and plate', async () => {
    const { billRef } = await makeBill(sandbox, await billRequest(sandbox));
    const notes = { ticket: '8PQ4', plate: 'KTU 482 XA' };
    expect(await sandbox.gateway.attach(billRef, notes)).toEqual({ outcome: 'attached' });
    expect((await sandbox.gateway.attach('999999999999', notes)).outcome).toBe('unknown');
  });
});

describe('the revenue heads', () => {
  test('are one a code, and keep their ids when codes are added', async () => {
    const listed = await sandbox.gateway.revenueHeads();
    if (listed.outcome !== 'heads') throw new Error(listed.reason);
    expect(listed.heads.map((head) => head.revenue_code)).toEqual(revenueCodes);
    expect(new Set(listed.heads.map((head) => head.mdasId)).size).toBe(revenueCodes.length);
    const again = await startSandbox(db, ['12999999', ...revenueCodes]);
    try {
      const more = await again.gateway.revenueHeads();
      expect(more).toMatchObject({ outcome: 'heads' });
      if (more.outcome === 'heads') expect(more.heads.slice(1)).toEqual(listed.heads);
    } finally {
      await again.close();
    }
  });
});

describe('a gateway in trouble', () => {
  test('that is down leaves everything unknown', async () => {
    const request = await billRequest(sandbox);
    const { billRef } = await makeBill(sandbox, request);
    sandbox.faults.down = true;
    expect((await sandbox.gateway.makeBill(request)).outcome).toBe('unknown');
    expect((await sandbox.gateway.paymentOf(billRef)).outcome).toBe('unknown');
    expect((await sandbox.gateway.paymentPage({ billRef, page: null })).outcome).toBe('unknown');
    expect((await sandbox.gateway.revenueHeads()).outcome).toBe('unknown');
  });

  test('that is slow leaves a bill that may have been made', async () => {
    const request = await billRequest(sandbox);
    sandbox.faults.delayMs = 400;
    const hasty = createPayKaduna({ url: sandbox.url, apiKey, engineCode, timeoutMs: 50 });
    expect(await hasty.makeBill(request)).toEqual({
      outcome: 'unknown',
      reason: 'The payment gateway did not answer in time.',
      mayExist: true,
    });
  });
});

describe('the pay page', () => {
  test('escapes a hostile name and narration', async () => {
    const hostile = `<script>alert(1)</script>"'&<img src=x>`;
    const request = await billRequest(sandbox);
    const items = request.items.map((item) => ({ ...item, narration: hostile }));
    const { pageUrl } = await makeBill(sandbox, { ...request, name: hostile, items });
    const page = await (await fetch(pageUrl)).text();
    expect(page).not.toContain('<script');
    expect(page).not.toContain('<img');
    expect(page).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;&lt;img src=x&gt;',
    );
  });

  test('allows nothing but its own style and its own forms', async () => {
    const { pageUrl } = await makeBill(sandbox, await billRequest(sandbox));
    const policy = (await fetch(pageUrl)).headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; /);
  });

  test('of a reference that no bill has is 404', async () => {
    expect((await fetch(`${sandbox.url}/pay/999999999999`)).status).toBe(404);
    expect((await fetch(`${sandbox.url}/pay/%00%3Cscript%3E`)).status).toBe(404);
  });

  test('takes no choice that it did not offer', async () => {
    const { billRef, pageUrl } = await makeBill(sandbox, await billRequest(sandbox));
    const body = new URLSearchParams({ then: 'refund' });
    expect((await fetch(pageUrl, { method: 'POST', body })).status).toBe(400);
    expect(await sandbox.gateway.paymentOf(billRef)).toEqual({ outcome: 'pending' });
  });
});
