import { z } from 'zod';
import { act } from './act.ts';
import { answer, instant, listAnswer, pageQuery } from './answers.ts';
import { breakageSchema } from './breakages.ts';
import { endpoint } from './endpoint.ts';
import { dayFilters, daysInOrder, daysReversed } from './list-filters.ts';
import { requiredText } from './text.ts';

/** The kinds in the log of security events. */
export const securityEventKinds = [
  'sign-in failed',
  'proof failed',
  'too often',
  'not allowed',
  'not found',
  'forged token',
  'forged notice',
  'rights',
  'password',
  'second factor',
  'session ended',
  'export',
  'much read',
  'staff address',
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

/**
 * The state of one part of the installation, in one sentence that says what to do if anything is.
 */
export const lookSchema = z.strictObject({
  what: z.string(),
  state: z.enum(['well', 'doubtful', 'wrong']),
  words: z.string(),
});
export type Look = z.infer<typeof lookSchema>;

/** Something that an operator must look after, since `since` (UTC). */
const alarmSchema = z.strictObject({ name: z.string(), since: instant, words: z.string() });

/**
 * The state of the installation; null for callers who see one organisation alone. An open screen
 * asks again and again, so it doesn't count as use.
 */
export const readOperations = endpoint({
  method: 'GET',
  path: '/api/v1/operations',
  permission: 'see operations',
  audit: null,
  response: answer(
    z
      .strictObject({
        at: instant,
        looks: z.array(lookSchema),
        alarms: z.array(alarmSchema),
        /** At most fifty: those that spread first, then the last that were seen. */
        breakages: z.array(breakageSchema),
      })
      .nullable(),
  ),
});

/** Work that failed for good. */
export const failedJobSchema = z.strictObject({
  id: z.string(),
  /** The job's purpose, in a sentence. */
  purpose: z.string(),
  /** The `_id` of the booking that it is about, if any. */
  booking: z.string().nullable(),
  failedAt: instant,
  /** The number of attempts. */
  tries: z.number().int(),
  /** The last error. */
  reason: z.string(),
});
export type FailedJob = z.infer<typeof failedJobSchema>;

/**
 * The newest hundred jobs that failed for good. Callers of one organisation see those about its
 * bookings alone.
 */
export const listFailedJobs = endpoint({
  method: 'GET',
  path: '/api/v1/operations/job',
  permission: 'see operations',
  audit: null,
  response: answer(z.array(failedJobSchema)),
});

const jobParams = z.object({ id: z.string() });

/** Puts a failed job in its queue again; answers the jobs that are left. */
export const retryJob = act({
  method: 'PUT',
  path: '/api/v1/operations/job/:id/retry',
  permission: 'settle exceptions',
  of: 'job',
  audit: 'job.retried',
  params: jobParams,
  response: answer(z.array(failedJobSchema)),
});

/** Takes a failed job off the list: somebody does by hand what it was for; answers those that are left. */
export const handOverJob = act({
  method: 'PUT',
  path: '/api/v1/operations/job/:id/handover',
  permission: 'settle exceptions',
  of: 'job',
  audit: 'job.handed-over',
  final: true,
  params: jobParams,
  body: z.strictObject({
    reason: requiredText(500, 'Enter who will do this, and how.'),
  }),
  response: answer(z.array(failedJobSchema)),
});

const whoSchema = z.strictObject({ id: z.string(), name: z.string() }).nullable();

/** So many times in this minute (UTC), somebody did, or tried, the same from the same address. */
export const securityEventSchema = z.strictObject({
  id: z.string(),
  minute: instant,
  kind: z.enum(securityEventKinds),
  /** Null where no account is known. */
  by: whoSchema,
  /** The account that it was done to, if another. */
  concerns: whoSchema,
  address: z.string(),
  about: z.string(),
  count: z.number().int(),
});
export type SecurityEvent = z.infer<typeof securityEventSchema>;

/** Security events, newest first: of accounts in one's organisation, or all of them for all organisations. */
export const listSecurityEvents = endpoint({
  method: 'GET',
  path: '/api/v1/operations/security',
  permission: 'see operations',
  audit: null,
  query: z
    .strictObject({
      ...pageQuery,
      ...dayFilters,
      kind: z.enum(securityEventKinds, 'Select a kind of event.').optional(),
    })
    .refine(daysInOrder, daysReversed),
  response: listAnswer(securityEventSchema),
});
