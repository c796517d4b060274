import type { Kysely } from 'kysely';
import type { RevenueHead } from '#contract/payments.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { PaymentPage } from '#server/gateways/payment-gateway.ts';

/** The revenue heads, from the cache of the gateway's last answer. */
export async function listHeads(db: Kysely<DB>): Promise<RevenueHead[]> {
  const rows = await db
    .selectFrom('revenue_heads')
    .select(['revenue_code', 'mdas_id'])
    .orderBy('revenue_code')
    .execute();
  return rows.map((row) => ({ revenue_code: row.revenue_code, mdasId: row.mdas_id }));
}

/** The page where a bill of an organisation is paid, from the gateway that has the bill. */
export async function paymentPageOf(
  { db, gateways }: Pick<Deps, 'db' | 'gateways'>,
  { billRef, organisation }: { readonly billRef: string; readonly organisation: string },
): Promise<PaymentPage> {
  const bill = await db
    .selectFrom('bookings')
    .select(['bill_gateway', 'bill_page as page'])
    .where('bill_ref', '=', billRef)
    .where('organisation', '=', organisation)
    .executeTakeFirst();
  const gateway = gateways.named(bill?.bill_gateway ?? null);
  return gateway && bill
    ? gateway.paymentPage({ billRef, page: bill.page })
    : { outcome: 'unknown', reason: 'The gateway of this bill is not configured.' };
}
