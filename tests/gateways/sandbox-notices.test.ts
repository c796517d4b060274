import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { createPayKaduna } from '#server/gateways/paykaduna.ts';
import { cloneDatabase } from '../support/template.ts';
import { type Receiver, startReceiver } from './notice-receiver.ts';
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
let receiver: Receiver;
let sandbox: Sandbox;

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.appUrl);
});
beforeEach(async () => {
  receiver = await startReceiver();
  sandbox = await startSandbox(db, revenueCodes, receiver.url);
});
afterEach(async () => {
  await sandbox.close();
  receiver.close();
});
afterAll(async () => {
  await closeDatabase(db);
  await clone.drop();
});

const made = async () => makeBill(sandbox, await billRequest(sandbox));

/** Makes a bill and pays it on its page. */
async function paid() {
  const bill = await made();
  await choose(bill.pageUrl, 'pay');
  return bill;
}

/** Pays so many bills, one after the other, and answers with their references. */
async function paidInTurn(count: number): Promise<string[]> {
  const references = [];
  for (let turn = 0; turn < count; turn += 1) references.push((await paid()).billRef);
  return references;
}

describe('a notice', () => {
  test('follows a payment, signed over its bytes, and the adapter reads it', async () => {
    const { billRef } = await paid();
    const [notice] = await receiver.until(1);
    const state = await sandbox.gateway.paymentOf(billRef);
    if (state.outcome !== 'paid') throw new Error(state.outcome);
    expect(notice).toMatchObject({
      event: 'charge.success',
      data: {
        invoiceNo: state.receipt,
        billReference: billRef,
        amount: 12_000.5,
        status: 'Fully Paid',
      },
      isSigned: true,
    });
    if (!notice) return;
    const { body, headers } = notice;
    const event: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(sandbox.gateway.readNotice(body, headers)).toEqual({
      outcome: 'notice',
      event,
      billRef,
    });
  });

  test('comes for payments alone, and once for each', async () => {
    const { billRef, pageUrl } = await made();
    await choose(pageUrl, 'fail');
    await choose(pageUrl, 'abandon');
    await choose(pageUrl, 'pay');
    await choose(pageUrl, 'pay');
    const last = await paid();
    const received = await receiver.until(2);
    const references = received.map(({ data }) => data.billReference);
    expect(new Set(references)).toEqual(new Set([billRef, last.billRef]));
    expect(references).toHaveLength(2);
  });

  test('is sent again until somebody takes it', async () => {
    receiver.statuses.push(503, 404);
    await paid();
    const received = await receiver.until(3);
    expect(new Set(received.map(({ body }) => body.toString())).size).toBe(1);
  });

  test('that nobody can take holds up neither the pay page nor the end', async () => {
    receiver.close();
    const { billRef } = await paid();
    expect((await sandbox.gateway.paymentOf(billRef)).outcome).toBe('paid');
    sandbox.faults.noticesLateMs = 3_600_000;
    await paid();
  });

  test('may be read with either of two keys, and is forged for any other', async () => {
    await paid();
    const [notice] = await receiver.until(1);
    if (!notice) return;
    const keys = [
      { apiKey: 'a-retired-key', nextApiKey: apiKey, outcome: 'notice' },
      { apiKey: 'a-retired-key', nextApiKey: undefined, outcome: 'forged' },
    ];
    for (const { outcome, ...pair } of keys) {
      const gateway = createPayKaduna({ url: sandbox.url, engineCode, ...pair });
      expect(gateway.readNotice(notice.body, notice.headers).outcome).toBe(outcome);
    }
    const changed = Buffer.concat([notice.body, Buffer.from(' ')]);
    expect(sandbox.gateway.readNotice(changed, notice.headers).outcome).toBe('forged');
    expect(sandbox.gateway.readNotice(notice.body, {}).outcome).toBe('forged');
  });
});

describe('a gateway that is told to', () => {
  test('drop notices drops a share of them', async () => {
    Object.assign(sandbox.faults, { dropNotices: 0.5, seed: 7 });
    const once = await paidInTurn(12);
    sandbox.faults.dropNotices = 0;
    const end = await paid();
    const isEnd = () => receiver.received.at(-1)?.data.billReference === end.billRef;
    for (let count = 1; !isEnd(); count += 1) await receiver.until(count);
    const came = new Set(receiver.received.map(({ data }) => data.billReference));
    const delivered = once.map((billRef) => came.has(billRef));
    expect(delivered).toContain(true);
    expect(delivered).toContain(false);
  });

  test('send notices twice sends the same bytes', async () => {
    sandbox.faults.noticesTwice = true;
    await paid();
    const [one, two] = await receiver.until(2);
    expect(two?.body).toEqual(one?.body);
  });

  test('send notices out of order sends the last first', async () => {
    sandbox.faults.noticesOutOfOrder = 3;
    const paidFor = await paidInTurn(3);
    const received = await receiver.until(3);
    expect(received.map(({ data }) => data.billReference)).toEqual(paidFor.toReversed());
  });

  test('forge notices signs them with another key', async () => {
    sandbox.faults.noticesForged = true;
    await paid();
    const [notice] = await receiver.until(1);
    expect(notice?.isSigned).toBe(false);
    if (!notice) return;
    const read = sandbox.gateway.readNotice(notice.body, notice.headers);
    expect(read).toEqual({ outcome: 'forged' });
  });

  test('take the money twice shows a second receipt, and tells of both payments', async () => {
    const { billRef, pageUrl } = await paid();
    sandbox.faults.payAgain = true;
    await choose(pageUrl, 'pay');
    const received = await receiver.until(2);
    const receipts = received.map(({ data }) => data.invoiceNo);
    expect(new Set(receipts).size).toBe(2);
    expect(await sandbox.gateway.paymentOf(billRef)).toMatchObject({
      outcome: 'paid',
      receipt: receipts.toSorted().at(-1),
    });
  });
});
