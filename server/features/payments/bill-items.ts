import type { Deps } from '#server/deps.ts';
import type { BillRequest, PaymentGateway } from '#server/gateways/payment-gateway.ts';
import { refreshHeads } from './heads.ts';
import { revenueHeadIds } from './queries.ts';

export type ItemsDeps = Pick<Deps, 'db' | 'gateways'>;

/**
 * `missing`: the gateway has no revenue head for an offence. `silent`: it doesn't answer with its
 * revenue heads now.
 */
type Items =
  | { readonly outcome: 'items'; readonly items: BillRequest['items'] }
  | { readonly outcome: 'missing' | 'silent'; readonly reason: string };

/**
 * The items of a booking's bill, each with its revenue head where the gateway bills by revenue
 * head.
 */
export async function billItems(
  deps: ItemsDeps,
  gateway: PaymentGateway,
  bookingId: string,
): Promise<Items> {
  const lines = await deps.db
    .selectFrom('booking_offences')
    .select(['line', 'code', 'name', 'amount_kobo'])
    .where('booking_id', '=', bookingId)
    .where('amount_kobo', '>', 0)
    .orderBy('line')
    .execute();
  let ids = await revenueHeadIds(deps.db);
  if (gateway.billsByHead && lines.some(({ code }) => !ids.has(code))) {
    if (!(await refreshHeads(deps)))
      return { outcome: 'silent', reason: 'The payment gateway does not tell its revenue heads.' };
    ids = await revenueHeadIds(deps.db);
    if (lines.some(({ code }) => !ids.has(code)))
      return { outcome: 'missing', reason: 'A revenue head is missing at the gateway.' };
  }
  const items = lines.map(({ line, code, name, amount_kobo }) => ({
    line,
    item: { amountKobo: amount_kobo, mdasId: ids.get(code) ?? null, narration: name },
  }));
  for (const { line, item } of items) {
    if (item.mdasId === null) continue;
    await deps.db
      .updateTable('booking_offences')
      .set({ mdas_id: item.mdasId })
      .where('booking_id', '=', bookingId)
      .where('line', '=', line)
      .where('mdas_id', 'is distinct from', item.mdasId)
      .execute();
  }
  return { outcome: 'items', items: items.map(({ item }) => item) };
}
