import { z } from 'zod';
import { act } from '../../act.ts';
import { answer, instant } from '../../answers.ts';
import { placeAndDays } from '../../list-filters.ts';
import { personSchema } from '../../people.ts';
import { organisationSchema } from '../../places.ts';
import { register } from '../../register.ts';
import { dateSentence } from '../../sentences.ts';
import { requiredText, text } from '../../text.ts';

/** A hold that nobody lifted is over after its last day. */
export const holdStates = {
  'in force': 'In force',
  'ran out': 'Expired',
  lifted: 'Lifted',
} as const;

/** A ticket that a court or another authority may ask for, and that isn't erased meanwhile. */
export const holdSchema = z.strictObject({
  id: z.string(),
  booking: z.string(),
  /** The plate, or the licence where there is none. */
  plate: z.string(),
  organisation: organisationSchema,
  zone: z.string(),
  state: z.enum(Object.keys(holdStates) as [keyof typeof holdStates]),
  /** The court or authority. */
  forWhom: z.string(),
  reason: z.string(),
  /** The last day, in Africa/Lagos; null until somebody lifts it. */
  until: z.iso.date().nullable(),
  by: personSchema,
  at: instant,
  lifted: z.strictObject({ by: personSchema, at: instant, reason: z.string() }).nullable(),
});
export type Hold = z.infer<typeof holdSchema>;

/** The holds in the caller's scope, newest first. The days are those on which they were set. */
export const holdRegister = register({
  name: 'holds',
  path: '/api/v1/hold',
  see: 'see history',
  exports: 'export lists',
  row: holdSchema,
  narrowing: placeAndDays,
  choices: {},
  tabs: { 'in force': 'In force', over: 'Ended' },
  searched: 'plate, name or reference',
  also: { booking: text(26).optional() },
});

const params = z.object({ id: z.string() });

/** Keeps a ticket from erasure. 409 while a hold is in force, and once who was booked is erased. */
export const setHold = act({
  method: 'POST',
  path: '/api/v1/booking/:id/hold',
  permission: 'hold records',
  of: 'booking',
  audit: 'booking.held',
  proof: 'lately',
  params,
  body: z.strictObject({
    forWhom: requiredText(120, 'Enter the court or authority that asks for the hold.'),
    reason: requiredText(500, 'Enter a reason, with the suit number if there is one.'),
    until: z.iso
      .date({ error: dateSentence('such as 2027-11-01') })
      .describe('From today on, without an end.')
      .nullable()
      .default(null),
  }),
  response: answer(holdSchema),
  words: {
    begins: 'Hold for a court or authority',
    asks: 'Hold this ticket?',
    does: 'Hanya will keep the driver’s personal data until the hold ends. Another person must lift the hold.',
    confirms: 'Hold the ticket',
    reason: {
      label: 'Reason',
      hint: 'For example, the suit number, or the letter that asks for the hold.',
    },
    done: 'The ticket is now on hold.',
  },
});

/** Lifts the hold `hold`, which another person has set. 409 for one's own, and for one that is over. */
export const liftHold = act({
  method: 'PUT',
  path: '/api/v1/booking/:id/hold',
  permission: 'hold records',
  of: 'booking',
  audit: 'booking.hold-lifted',
  proof: 'lately',
  ruleOfTwo: 'confirms',
  own: 'You set this hold, so another person must lift it.',
  params,
  body: z.strictObject({
    hold: requiredText(26, 'Enter the id of the hold.'),
    reason: requiredText(500, 'Enter a reason for lifting the hold.'),
  }),
  response: answer(holdSchema),
  words: {
    begins: 'Lift the hold',
    asks: 'Lift this hold?',
    does: 'If the ticket has no other hold, Hanya will erase the driver’s personal data once the ticket is old enough.',
    confirms: 'Lift the hold',
    reason: {
      label: 'Reason',
      hint: 'For example, the judgment or the letter that ends the hold.',
    },
    done: 'Hold lifted',
  },
});
