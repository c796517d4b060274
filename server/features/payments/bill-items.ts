import { prepared } from '#server/db/reading/prepared.ts';
import type { Deps } from '#server/deps.ts';
import type { BillRequest, PaymentGateway } from '#server/gateways/payment-gateway.ts';
import { refreshHeads } from './heads.ts';
import { narrationOf } from './rules.ts';

export type ItemsDeps = Pick<Deps, 'db' | 'gateways'>;

/**
 * `missing`: the gateway has no revenue head for an offence. `silent`: it doesn't answer with its
 * revenue heads now.
 */
type Items =
  | { readonly outcome: 'items'; readonly items: BillRequest['items'] }
  | { readonly outcome: 'missing' | 'silent'; readonly reason: string };

/** Left a bill in doubt, and has answered nothing since; each is asked for its heads before a bill. */
const inTrouble = new WeakSet<PaymentGateway>();

/** The next bill is asked for only once the gateway tells its revenue heads. */
export const distrust = (gateway: PaymentGateway): void => void inTrouble.add(gateway);

/**
 * The items of a booking's bill, each with its revenue head where the gateway bills by revenue
 * head.
 */
export async function billItems(
  deps: ItemsDeps,
  gateway: PaymentGateway,
  bookingId: string,
): Promise<Items> {
  let lines = await linesOf(deps, bookingId);
  const lacksHead = lines.some(({ head }) => head === null);
  if (gateway.billsByHead && (lacksHead || inTrouble.has(gateway))) {
    if (!(await refreshHeads(deps)))
      return { outcome: 'silent', reason: 'The payment gateway does not tell its revenue heads.' };
    inTrouble.delete(gateway);
    lines = await linesOf(deps, bookingId);
    if (lines.some(({ head }) => head === null))
      return { outcome: 'missing', reason: 'A revenue head is missing at the gateway.' };
  }
  for (const { line, head, mdas_id } of lines) {
    if (head === null || head === mdas_id) continue;
    await deps.db
      .updateTable('booking_offences')
      .set({ mdas_id: head })
      .where('booking_id', '=', bookingId)
      .where('line', '=', line)
      .execute();
  }
  const items = lines.map(({ amount_kobo, head, name }) => ({
    amountKobo: amount_kobo,
    mdasId: head,
    narration: narrationOf(name, bookingId),
  }));
  return { outcome: 'items', items };
}

/** The lines of the bill: the revenue head known when it was booked, and today's. */
function linesOf({ db }: ItemsDeps, bookingId: string) {
  return db
    .selectFrom('booking_offences as line')
    .leftJoin('revenue_heads as head', 'head.revenue_code', 'line.code')
    .select(['line.line', 'line.name', 'line.amount_kobo', 'line.mdas_id', 'head.mdas_id as head'])
    .where('line.booking_id', '=', bookingId)
    .where('line.amount_kobo', '>', 0)
    .orderBy('line.line')
    .modifyEnd(prepared)
    .execute();
}
