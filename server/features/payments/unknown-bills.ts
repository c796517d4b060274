import { raiseException } from '#server/features/exceptions/commands.ts';
import type { PaymentGateway } from '#server/gateways/payment-gateway.ts';
import type { BillCheckDeps } from './bill-check.ts';
import { lockBill } from './bill-lock.ts';
import { describeUnknownBill } from './rules.ts';

/**
 * Asks about a bill that no booking has. If it is paid, an exception is raised with the gateway's
 * own organisation, once for each amount and receipt. `unknown`: ask again later.
 */
export async function lookAtUnknownBill(
  { db, gateways }: BillCheckDeps,
  gateway: PaymentGateway,
  billRef: string,
): Promise<'exception' | 'pending' | 'no such bill' | 'unknown'> {
  const said = await gateway.paymentOf(billRef);
  if (said.outcome === 'pending') return 'pending';
  const money = describeUnknownBill(said);
  if (!money) {
    const found = await gateway.findBill(billRef);
    return found.outcome === 'none' ? 'no such bill' : 'unknown';
  }
  return db.transaction().execute(async (trx) => {
    const bill = { gateway: gateway.name, billRef };
    await lockBill(trx, bill);
    const booking = await trx
      .selectFrom('bookings')
      .select('id')
      .where('bill_ref', '=', billRef)
      .executeTakeFirst();
    // A booking was given the bill meanwhile, and counts the money itself.
    if (booking) return 'unknown';
    await raiseException(trx, {
      ...bill,
      ...money,
      kind: 'unknown bill',
      bookingId: null,
      organisation: gateways.homeOf(gateway),
      dedupeKey: `${money.amountKobo ?? ''} ${money.receipt}`,
    });
    return 'exception';
  });
}
