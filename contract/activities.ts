import { z } from 'zod';
import { instant, listAnswer, pageQuery } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { organisationSchema } from './places.ts';
import { recordsWith } from './records.ts';

/** One line of the audit trail, in words, naming no driver. */
export const activitySchema = z.strictObject({
  id: z.string(),
  at: instant,
  event: z.string(),
  /** A person's name, or "Hanya" for the product itself. */
  who: z.string(),
  /** The verb, such as "booked" or "cleared". */
  did: z.string(),
  /** The plate or the account name that was acted on; may be ''. */
  what: z.string(),
  /** The rest of the line, such as "₦12,000, Zaria"; may be ''. */
  detail: z.string(),
  record: z.strictObject({ type: z.enum(recordsWith('active')), id: z.string() }),
});
export type Activity = z.infer<typeof activitySchema>;

export const listActivities = endpoint({
  method: 'GET',
  path: '/api/v1/activity',
  permission: 'see the dashboard',
  audit: null,
  query: z.strictObject({ ...pageQuery, organisation: organisationSchema.optional() }),
  response: listAnswer(activitySchema),
});
