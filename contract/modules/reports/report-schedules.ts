import { z } from 'zod';
import { act } from '../../act.ts';
import { answer, instant } from '../../answers.ts';
import { endpoint } from '../../endpoint.ts';
import { dayFilters } from '../../list-filters.ts';
import { roleSchema } from '../../roles.ts';

export const rhythms = {
  day: 'Every day',
  monday: 'Every Monday',
  'working-day': 'On the first working day of the month',
} as const;
export type Rhythm = keyof typeof rhythms;

export const mailedForms = { link: 'A link', pdf: 'PDF', xlsx: 'Excel' } as const;

/** `hour` and `until`, its last day, are Africa/Lagos; recipients are ids of accounts. */
const scheduleFields = {
  rhythm: z.enum(['day', 'monday', 'working-day'], 'Select how often to send the report.'),
  hour: z.number().int().min(0).max(23, 'Select an hour of the day.'),
  form: z.enum(['link', 'pdf', 'xlsx'], 'Select a link, PDF or Excel.'),
  recipients: z
    .array(z.string().max(64))
    .min(1, 'Select who gets the report.')
    .max(50, 'Select at most 50 people.'),
  until: dayFilters.from.unwrap().nullable(),
  /** It is sent also when there is nothing to report. */
  sendsNothing: z.boolean(),
};

export const scheduleSchema = z.strictObject(scheduleFields);

const answerSchema = z.strictObject({
  schedule: scheduleSchema.nullable(),
  nextAt: instant.nullable(),
  /** Why it goes on no longer; '' while it does. */
  ended: z.string(),
  /** False where no mail is set up: nothing can be sent. */
  mailed: z.boolean(),
  /** Files go to addresses of this domain alone; null for none. */
  domain: z.string().nullable(),
  /** The accounts that may read this report. */
  readers: z.array(
    z.strictObject({ id: z.string(), name: z.string(), role: roleSchema, zone: z.string() }),
  ),
});

const ofReport = {
  path: '/api/v1/report/schedule/:id',
  permission: 'schedule reports',
  params: z.object({ id: z.string() }),
  response: answer(answerSchema),
} as const;

/** How one's own saved report (its `id`) is sent by mail, and to whom it could be. */
export const readSchedule = endpoint({ ...ofReport, method: 'GET', audit: null });

/**
 * Sends one's own saved report by mail from now on: each recipient gets their own scope's. 400 for a
 * recipient who may not read it, days that never change, or a file without a domain of one's own; 409
 * where no mail is set up.
 */
export const setSchedule = act({
  ...ofReport,
  method: 'PUT',
  of: 'view',
  audit: 'report.schedule-set',
  proof: 'lately',
  body: scheduleSchema,
});

/** Sends it no longer; harmless if it isn't sent. */
export const endSchedule = act({
  ...ofReport,
  method: 'DELETE',
  of: 'view',
  audit: 'report.schedule-ended',
  proof: 'lately',
});
