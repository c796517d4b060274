import { z } from 'zod';
import { instant, listAnswer, pageQuery } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { recordsWith, type RecordWith } from './records.ts';
import { roleSchema } from './roles.ts';
import { oneOf } from './sentences.ts';

const historyRecords = recordsWith('history');
export type HistoryRecord = RecordWith<'history'>;

/** One row of a record's audit trail, in words. */
export const historyEntrySchema = z.strictObject({
  /** Its place in the record's own chain, from 1. */
  number: z.number().int(),
  at: instant,
  /** The person; `System` without a role is the product itself. */
  actor: z.strictObject({ name: z.string(), role: roleSchema.nullable() }),
  /** The event's name for a person, such as `Withdrawn`. */
  event: z.string(),
  /** The fields that changed; `''` where there was no value. */
  changes: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
  /** The reason that was given; else ''. */
  reason: z.string(),
  /** True once a seal over all chains covers it. */
  sealed: z.boolean(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/**
 * The changes of a record and their authors, oldest first; 404 for a record that the caller may not
 * read.
 */
export const readHistory = endpoint({
  method: 'GET',
  path: '/api/v1/history/:record/:id',
  permission: 'see history',
  audit: null,
  params: z.object({
    record: z.enum(historyRecords, `Select ${oneOf(historyRecords)}.`),
    id: z.string(),
  }),
  query: z.strictObject({ ...pageQuery, limit: pageQuery.limit.default(50) }),
  response: listAnswer(historyEntrySchema),
});
