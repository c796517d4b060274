import { z } from 'zod';

/** Paystack's rule for references, and the longest that we store. */
export const paystackReference = z.string().regex(/^[A-Za-z0-9.=-]{1,64}$/);

const kobo = z.number().int().positive();
const id = z
  .union([z.number().int().positive(), z.string().regex(/^[1-9]\d{0,19}$/)])
  .transform(String);

export const initialisedAnswer = z.object({
  status: z.literal(true),
  data: z.object({ authorization_url: z.string().max(2000), reference: z.string() }),
});

/** Optional parts of a transaction become null, to be distinguishable from an unreadable answer. */
export const transactionAnswer = z.object({
  status: z.literal(true),
  data: z.object({
    id: id.nullable().catch(null),
    status: z.string(),
    reference: z.string(),
    amount: kobo.nullable().catch(null),
    currency: z.string().catch(''),
  }),
});
export type PaystackTransaction = z.infer<typeof transactionAnswer>['data'];

const paidTransaction = z
  .object({
    id,
    status: z.literal('success'),
    reference: paystackReference,
    amount: kobo,
    currency: z.literal('NGN'),
    paid_at: z.iso.datetime({ offset: true }),
  })
  .transform((row) => ({ money: true as const, ...row, paid_at: new Date(row.paid_at) }));

/** Rows to skip: not paid, or paid in another currency than naira. */
const otherTransaction = z
  .object({ id, status: z.string(), currency: z.string() })
  .refine(({ status, currency }) => status !== 'success' || currency !== 'NGN')
  .transform((row) => ({ money: false as const, id: row.id }));

/** One unreadable row makes the whole page unreadable: a statement with a gap proves nothing. */
export const transactionsAnswer = z.object({
  status: z.literal(true),
  data: z.array(z.union([paidTransaction, otherTransaction])).max(1000),
  meta: z.object({ total: z.number().int().nonnegative().optional().catch(undefined) }).optional(),
});

const refusal = z.object({ message: z.string().catch(''), code: z.string().catch('') });

/** True if a refusal says that the reference is taken already. */
export function saysDuplicate(said: unknown): boolean {
  const read = refusal.safeParse(said).data;
  return read?.code === 'duplicate_reference' || /duplicate.*reference/i.test(read?.message ?? '');
}

/** True if a refusal says that no transaction has the reference. */
export function saysNotFound(said: unknown): boolean {
  const read = refusal.safeParse(said).data;
  return read?.code === 'transaction_not_found' || /reference not found/i.test(read?.message ?? '');
}
