import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { drawsFrom, type SandboxFaults } from '#server/gateways/sandbox-paykaduna/faults.ts';
import { asOwner } from '../support/factories.ts';
import { cloneDatabase } from '../support/template.ts';
import { billRequest, choose, makeBill, type Sandbox, startSandbox } from './sandbox-server.ts';

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
let sandbox: Sandbox;
let told: SandboxFaults = {};

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.appUrl);
  sandbox = await startSandbox(db);
});
afterEach(() => tell({}));
afterAll(async () => {
  await sandbox.close();
  await closeDatabase(db);
  await clone.drop();
});

/** Switches on these faults of the gateway, and all others off. */
function tell(faults: SandboxFaults): void {
  for (const name of Object.keys(told)) Reflect.deleteProperty(sandbox.faults, name);
  Object.assign(sandbox.faults, faults);
  told = faults;
}

test.each([true, 503] as const)(
  'a gateway that fails (%s) has made the bill all the same',
  async (fail) => {
    const request = await billRequest(sandbox);
    tell({ fail });
    expect(await sandbox.gateway.makeBill(request)).toMatchObject({
      outcome: 'unknown',
      mayExist: true,
    });
    const bills = await asOwner(
      clone,
      'select bill_reference from sandbox.bills where identifier = $1',
      [request.bookingId],
    );
    expect(bills).toHaveLength(1);
  },
);

test('a gateway that is busy has made no bill, and one that is away may have', async () => {
  const request = await billRequest(sandbox);
  tell({ busy: true });
  expect(await sandbox.gateway.makeBill(request)).toMatchObject({ mayExist: false });
  tell({ down: true });
  expect(await sandbox.gateway.makeBill(request)).toMatchObject({ mayExist: true });
});

test('a gateway that is off by a kobo has its bill refused, and its payment seen as another', async () => {
  const request = await billRequest(sandbox);
  const { billRef, pageUrl } = await makeBill(sandbox, request);
  await choose(pageUrl, 'pay');
  tell({ amountOffBy: -1 });
  expect((await sandbox.gateway.makeBill(request)).outcome).toBe('refused');
  expect(await sandbox.gateway.paymentOf(billRef)).toMatchObject({
    outcome: 'paid',
    amountKobo: 1_200_049,
  });
});

test('a gateway that answers about another bill says nothing about this one', async () => {
  const { billRef, pageUrl } = await makeBill(sandbox, await billRequest(sandbox));
  await choose(pageUrl, 'pay');
  tell({ wrongReference: true });
  expect((await sandbox.gateway.paymentOf(billRef)).outcome).toBe('unknown');
});

test('a gateway that tells a wrong state is believed only with a receipt', async () => {
  const { billRef, pageUrl } = await makeBill(sandbox, await billRequest(sandbox));
  tell({ payStatus: 'Fully Paid' });
  expect((await sandbox.gateway.paymentOf(billRef)).outcome).toBe('unproven');
  await choose(pageUrl, 'pay');
  tell({ payStatus: 'Partially Paid' });
  expect((await sandbox.gateway.paymentOf(billRef)).outcome).toBe('pending');
});

test('the same seed draws the same row, evenly spread', () => {
  const rows = [7, 7, 8].map((seed) => Array.from({ length: 1000 }, drawsFrom(seed)));
  expect(rows[1]).toEqual(rows[0]);
  expect(rows[2]).not.toEqual(rows[0]);
  expect(rows[0]?.every((draw) => draw >= 0 && draw < 1)).toBe(true);
  const low = rows[0]?.filter((draw) => draw < 0.25).length ?? 0;
  expect(Math.abs(low - 250)).toBeLessThan(50);
});
