import { z } from 'zod';

const reference = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);
const amount = z.union([z.number(), z.string()]);

const bill = z.object({
  billReference: reference,
  payStatus: z.string(),
  receipt: z.string().nullish(),
  narration: z.string().nullish(),
});

const revenueCode = z.union([z.string().min(1), z.number().int()]).transform(String);

/** The amounts of a paid bill may be missing, which must differ from an unreadable answer. */
export const billStateAnswer = z.object({
  bill,
  billItems: z
    .array(z.object({ amount: amount.nullish(), revenueCode: revenueCode.nullish().catch(null) }))
    .nullish(),
});

const failedItems = z
  .object({ failedBillItems: z.array(z.unknown()).min(1) })
  .transform(({ failedBillItems }) => ({ made: false as const, failed: failedBillItems.length }));

/**
 * Failed items are read first: with them, the rest of the answer is irrelevant and may be missing.
 */
export const billMadeAnswer = z.union([
  failedItems,
  z
    .object({ bill, billItems: z.array(z.object({ amount })) })
    .transform((answer) => ({ made: true as const, ...answer })),
]);

export const invoiceUrlAnswer = z.object({ invoiceUrl: z.url({ protocol: /^https?$/ }) });

const revenueHead = z.object({
  revenue_code: revenueCode,
  mdasId: z.coerce.number().int().positive(),
});

/**
 * Rows that don't fit are left out, so that one unreadable revenue head doesn't hide all others.
 */
export const revenueHeadsAnswer = z.object({
  data: z.array(z.unknown()).transform((rows) =>
    rows.flatMap((row) => {
      const read = revenueHead.safeParse(row);
      return read.success ? [read.data] : [];
    }),
  ),
});

export const billReference = reference;
