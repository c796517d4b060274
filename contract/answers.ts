import { z } from 'zod';

/** `{success: true, data}`: what every call answers unless the specification names more. */
export const answer = <S extends z.ZodType>(data: S) =>
  z.strictObject({ success: z.literal(true), data });

const pageSchema = z.strictObject({ page: z.number().int(), limit: z.number().int() });

/**
 * A page of a list: `total` counts every match, `count` the rows of this page. With `more`,
 * counting stopped: more than `total` may match, and no page reaches beyond it. With `within`, the
 * rows come from the newest so many records, and the pages end with these. A `total` up to `within`
 * counts the matches among them.
 */
export const listAnswer = <S extends z.ZodType>(row: S) =>
  z.strictObject({
    success: z.literal(true),
    data: z.array(row),
    total: z.number().int(),
    count: z.number().int(),
    limit: z.number().int(),
    more: z.literal(true).optional(),
    within: z.number().int().optional(),
    pagination: z.strictObject({ prev: pageSchema.optional(), next: pageSchema.optional() }),
  });

/**
 * The answer to every failed call: one sentence for a person, one word for a machine. A failure of
 * the server (5xx) also names the call's id, which the log has too.
 */
export const failureSchema = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
});
export type Failure = z.infer<typeof failureSchema>;

/** A moment in UTC, such as `2026-11-22T08:12:00.000Z`. */
export const instant = z.iso.datetime();

/** Page and size of a list, as they stand in an address. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(10),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
};

/** A filter that is either `true` or `false`, spelt out. */
export const flagFilter = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional();

/** A count of bookings or payments, and their sum in naira. */
export const figure = z.strictObject({ count: z.number().int(), amount: z.number() });
export type Figure = z.infer<typeof figure>;
