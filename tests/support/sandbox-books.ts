import { randomInt } from 'node:crypto';
import { asOwner } from './factories.ts';
import { until } from './journey.ts';
import type { TestApp } from './test-app.ts';

/** The bills that the gateway has made for a booking. */
export async function billsAtGateway(app: TestApp, bookingId: string): Promise<string[]> {
  const rows = await asOwner(
    app,
    'select bill_reference from sandbox.bills where identifier = $1',
    [bookingId],
  );
  return rows.map((row) => String(row['bill_reference']));
}

/** Waits until the gateway has made the bill of a booking, and answers its reference. */
export async function billAtGateway(app: TestApp, bookingId: string): Promise<string> {
  let made: string[] = [];
  await until('the gateway has made the bill', async () => {
    made = await billsAtGateway(app, bookingId);
    return made.length === 1;
  });
  return made[0] ?? '';
}

/** The gateway takes the money of a bill, without its page; answers the receipt. */
export async function takeMoney(app: TestApp, billRef: string): Promise<string> {
  const [row] = await asOwner(
    app,
    `update sandbox.bills set paid_at = now(),
       receipt = to_char(nextval('sandbox.receipts'), 'FM00000000')
     where bill_reference = $1 returning receipt`,
    [billRef],
  );
  return String(row?.['receipt']);
}

/** A bill that somebody else had made there; answers its reference. */
export async function foreignBill(app: TestApp, naira = 5_000): Promise<string> {
  const billRef = String(randomInt(100_000_000_000, 1_000_000_000_000));
  await asOwner(
    app,
    `insert into sandbox.bills (bill_reference, identifier, first_name, middle_name, last_name,
       telephone, address, narration)
     values ($1, 'another system', 'Ada', '-', 'Obi', '-', '-', 'Licence')`,
    [billRef],
  );
  await asOwner(
    app,
    `insert into sandbox.bill_items (bill_reference, position, mdas_id, revenue_code, amount_kobo,
       narration)
     values ($1, 0, 1, '1', $2, 'Licence')`,
    [billRef, naira * 100],
  );
  return billRef;
}

/**
 * The sandbox gateway does what it is asked, but answers only when the returned function is called.
 */
export function holdAnswers({ faults }: Pick<TestApp, 'faults'>): () => void {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  faults.held = promise;
  return () => {
    faults.held = undefined;
    resolve(undefined);
  };
}
