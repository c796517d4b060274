import { z } from 'zod';

/** PostgreSQL can't store a NUL in text. */
const text = z
  .string()
  .max(500)
  .refine((value) => !value.includes('\0'), 'holds a NUL');
const filled = text.refine((value) => value.trim() !== '', 'is empty');

export const referenceText = z.string().regex(/^[1-9]\d{11}$/);

export const createBillBody = z.object({
  engineCode: filled,
  identifier: filled,
  firstName: filled,
  middleName: filled,
  lastName: filled,
  telephone: filled,
  address: filled,
  esBillDetailsDto: z
    .array(
      z.object({
        amount: z.number(),
        mdasId: z.number().int(),
        narration: filled,
        recommendedRate: z.number().optional(),
      }),
    )
    .min(1)
    .max(200),
});

export type CreateBillBody = z.infer<typeof createBillBody>;

export const attachBody = z.object({
  billReference: referenceText,
  additionalData: z.record(text, text),
});

/** Undefined when the bytes aren't JSON of the right shape. */
export function readJson<T>(schema: z.ZodType<T>, body: unknown): T | undefined {
  if (!Buffer.isBuffer(body)) return undefined;
  try {
    return schema.safeParse(JSON.parse(body.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
