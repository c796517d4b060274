import { z } from 'zod';
import { answer, instant } from '../../answers.ts';
import { dayCount } from '../../day-range.ts';
import { endpoint } from '../../endpoint.ts';
import { personSchema } from '../../people.ts';
import { organisationSchema } from '../../places.ts';
import { decisionSchema } from '../../second-person.ts';
import { dateSentence } from '../../sentences.ts';
import { requiredText } from '../../text.ts';

/** A declared holiday has so many days at most. */
const mostHolidayDays = 14;

const day = z.iso
  .date({ error: dateSentence('such as 2027-03-10') })
  .describe('Unbounded: the server accepts any day that is not over.');

const declared = {
  /** Africa/Lagos, both included. */
  from: day,
  to: day,
  name: requiredText(60, 'Enter a name for the holiday.'),
  /** False where these days are no holidays after all, whatever the rules list. */
  isHoliday: z.boolean('Select whether these days are holidays.'),
};

/** Two people declare it at short notice; it counts for every rule of tickets. */
export const holidaySchema = z.strictObject({
  id: z.string(),
  ...declared,
  reason: z.string(),
  by: personSchema,
  at: instant,
  /** `lapsed` is one whose days were over before anybody confirmed it. */
  state: z.enum(['waiting', 'confirmed', 'refused', 'taken back', 'lapsed']),
  decidedBy: personSchema.nullable(),
  decidedAt: instant.nullable(),
  /** The reason of a refusal; else ''. */
  refusal: z.string(),
});
export type Holiday = z.infer<typeof holidaySchema>;

const organisation = organisationSchema.optional();

/** Lists the holidays that an organisation has declared, the last proposal first. */
export const listHolidays = endpoint({
  method: 'GET',
  path: '/api/v1/holiday',
  permission: 'see reconciliation',
  audit: null,
  query: z.strictObject({ organisation }),
  response: answer(z.array(holidaySchema)),
});

/**
 * Proposes that days are holidays, or none after all. Once another state admin confirms it, it counts
 * at once: due days of tickets and obligations, and last days of answers, move where they are still
 * to come. 400 for days that are over, 403 for somebody who does not see all zones, 409 while
 * another proposal of this first day waits.
 */
export const proposeHoliday = endpoint({
  method: 'POST',
  path: '/api/v1/holiday',
  permission: 'set fees',
  audit: 'holiday.proposed',
  proof: 'lately',
  ruleOfTwo: 'waits',
  body: z
    .strictObject({
      ...declared,
      reason: requiredText(
        500,
        'Enter a reason, including who declared the holiday and where it was announced.',
      ),
      organisation,
    })
    .refine(({ from, to }) => from <= to, {
      path: ['to'],
      message: 'Select a last day on or after the first day.',
    })
    .refine(({ from, to }) => !(dayCount(from, to) > mostHolidayDays), {
      path: ['to'],
      message: `Select at most ${mostHolidayDays} days.`,
    }),
  response: answer(holidaySchema),
});

const params = z.object({ id: z.string() });

/** Another state admin confirms or refuses it. 409 for the proposer, a decided one, and once its days are over. */
export const decideHoliday = endpoint({
  method: 'PUT',
  path: '/api/v1/holiday/:id/decision',
  permission: 'set fees',
  audit: 'holiday.declared',
  proof: 'lately',
  ruleOfTwo: 'confirms',
  params,
  body: decisionSchema,
  response: answer(holidaySchema),
});

/** Takes back one's own proposal. 403 for that of another. */
export const takeBackHoliday = endpoint({
  method: 'DELETE',
  path: '/api/v1/holiday/:id',
  permission: 'set fees',
  audit: 'holiday.taken-back',
  proof: 'lately',
  params,
  response: answer(holidaySchema),
});
