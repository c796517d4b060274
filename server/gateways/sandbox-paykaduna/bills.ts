import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#server/db/database.ts';
import type { CreateBillBody } from './requests.ts';
import type { SandboxHead } from './revenue-heads.ts';

export interface BillItem {
  readonly head: SandboxHead;
  readonly amountKobo: number;
  readonly narration: string;
}

const billRow = z.object({
  bill_reference: z.string(),
  payer: z.string(),
  narration: z.string(),
  receipt: z.string().nullable(),
  items: z.array(
    z.object({
      mdas_id: z.number(),
      revenue_code: z.string(),
      amount_kobo: z.number(),
      narration: z.string(),
    }),
  ),
});

export type SandboxBill = z.infer<typeof billRow>;

/** Stores a bill with its items and answers its reference: 12 digits that can't be guessed. */
export async function storeBill(
  db: Database,
  body: CreateBillBody,
  items: readonly BillItem[],
): Promise<string> {
  const rows = items.map((item, position) => ({
    position,
    mdas_id: item.head.mdasId,
    revenue_code: item.head.revenueCode,
    amount_kobo: item.amountKobo,
    narration: item.narration,
  }));
  const reference = String(randomInt(100_000_000_000, 1_000_000_000_000));
  const stored = await sql`
    with bill as (
      insert into sandbox.bills (bill_reference, identifier, first_name, middle_name, last_name,
        telephone, address, narration)
      values (${reference}, ${body.identifier}, ${body.firstName}, ${body.middleName},
        ${body.lastName}, ${body.telephone}, ${body.address},
        ${body.esBillDetailsDto[0]?.narration ?? ''})
      on conflict (bill_reference) do nothing
      returning bill_reference
    ), stored_items as (
      insert into sandbox.bill_items (bill_reference, position, mdas_id, revenue_code, amount_kobo,
        narration)
      select bill.bill_reference, item.*
      from bill, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item (position integer,
        mdas_id integer, revenue_code text, amount_kobo bigint, narration text)
    )
    select bill_reference from bill`.execute(db);
  return stored.rows.length === 1 ? reference : storeBill(db, body, items);
}

export async function findBill(db: Database, reference: string): Promise<SandboxBill | undefined> {
  const found = await sql`
    select bill_reference, narration, receipt,
      concat_ws(' ', nullif(first_name, '-'), nullif(middle_name, '-'), nullif(last_name, '-'))
        as payer,
      (select coalesce(jsonb_agg(jsonb_build_object('mdas_id', mdas_id, 'revenue_code',
          revenue_code, 'amount_kobo', amount_kobo, 'narration', narration) order by position), '[]')
        from sandbox.bill_items where bill_items.bill_reference = bills.bill_reference) as items
    from sandbox.bills where bill_reference = ${reference}`.execute(db);
  return found.rows.length === 0 ? undefined : billRow.parse(found.rows[0]);
}

/**
 * Pays an unpaid bill that has items; false when nothing was paid. A paid bill keeps its one
 * receipt, unless it is paid `again`: then it shows the receipt of the second payment.
 */
export async function payBill(
  db: Database,
  reference: string,
  { again }: { readonly again: boolean },
): Promise<boolean> {
  const paid = await sql`
    update sandbox.bills
    set receipt = to_char(nextval('sandbox.receipts'), 'FM00000000'), paid_at = now()
    where bill_reference = ${reference} and (receipt is null or ${again})
      and exists (select from sandbox.bill_items where bill_reference = ${reference})
    returning bill_reference`.execute(db);
  return paid.rows.length === 1;
}

/** Adds notes to a bill; false when there is no such bill. */
export async function attachToBill(
  db: Database,
  reference: string,
  notes: Readonly<Record<string, string>>,
): Promise<boolean> {
  const changed = await sql`
    update sandbox.bills set additional_data = additional_data || ${JSON.stringify(notes)}::jsonb
    where bill_reference = ${reference} returning bill_reference`.execute(db);
  return changed.rows.length === 1;
}
