import { type Kysely, sql } from 'kysely';
import { ulid } from 'ulid';
import type { RevenueHead } from '#contract/payments.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { PaymentGateway, PaymentPage } from '#server/gateways/payment-gateway.ts';
import { invalid, type Refusal } from '#server/http/refusal.ts';
import { daysAgo, pace } from './bill-watch.ts';
import { gatewaySilent, whyNotBillOf } from './rules.ts';
import { watchedDays } from './schedule.ts';

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
    : { outcome: 'unknown', reason: 'The payment gateway for this bill is not set up.' };
}

/**
 * Counts the bills whose gateway should have answered half an hour ago, among the `most` of each
 * gateway that are asked about next.
 */
export async function countUnanswered(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  gateways: readonly string[],
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from unnest(${[...gateways]}::text[]) as known(gateway)
    cross join lateral (
      select since, answered_at from bill_checks
      where bill_checks.gateway = known.gateway
        and since > ${daysAgo(watchedDays)} and (${config.demo} or not demo)
      order by next_check_at limit ${most}
    ) as next
    where answered_at + make_interval(mins => ${pace} + 30) < now()`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The reason why a gateway serves us no bills now, in one sentence; null where it accepts our key. */
export async function whyNoAnswer(gateway: PaymentGateway): Promise<string | null> {
  // A bill that no gateway gave: whoever says that there is none has accepted our key.
  const said = gateway.billsByHead
    ? await gateway.revenueHeads()
    : await gateway.findBill(`H-${ulid()}`);
  return said.outcome === 'unknown' ? said.reason : null;
}

export const billOfAnother = invalid('billRef', 'This bill belongs to another booking.');

/**
 * The reason why a booking can't have the bill that a person found at the gateway; undefined when
 * it can. `gatewaySilent` when the gateway doesn't answer.
 */
export async function refusalOfBill(
  { db, gateways }: Pick<Deps, 'db' | 'gateways'>,
  { gateway, billRef, booking }: BillFoundFor,
): Promise<Refusal | undefined> {
  const other = await db
    .selectFrom('bookings')
    .select('id')
    .where('bill_ref', '=', billRef)
    .executeTakeFirst();
  if (other) return billOfAnother;
  const found = await gateways.named(gateway)?.findBill(billRef);
  if (found?.outcome === 'none') return invalid('billRef', found.reason);
  if (found?.outcome !== 'bill') return gatewaySilent;
  const lines = await db
    .selectFrom('booking_offences')
    .select(['code', 'name', 'amount_kobo as amountKobo'])
    .where('booking_id', '=', booking._id)
    .where('amount_kobo', '>', 0)
    .orderBy('line')
    .execute();
  const billed = { id: booking._id, priceKobo: booking.price * 100, lines };
  const reason = whyNotBillOf(found, billed);
  return reason === undefined ? undefined : invalid('billRef', reason);
}

interface BillFoundFor {
  readonly gateway: string;
  readonly billRef: string;
  /** `price` is naira. */
  readonly booking: { readonly _id: string; readonly price: number };
}
