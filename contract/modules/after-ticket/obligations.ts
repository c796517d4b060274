import { z } from 'zod';
import { act } from '../../act.ts';
import { answer, instant } from '../../answers.ts';
import { placeAndDays } from '../../list-filters.ts';
import { personSchema } from '../../people.ts';
import { organisationSchema } from '../../places.ts';
import { register } from '../../register.ts';
import { requiredText, text } from '../../text.ts';

/** What a penalty asks for besides money: how a screen says it, and in how many days at first. */
export const obligations = {
  custody: { words: 'Vehicle in custody', days: null },
  case: { words: 'Prosecution in court', days: 14 },
  repairs: { words: 'Repairs', days: 14 },
  training: { words: 'Driver training', days: 30 },
  test: { words: 'Psychiatric test', days: 30 },
  roadside: { words: 'Done at the roadside', days: 0 },
  charge: { words: 'Charge against a passenger', days: 30 },
  other: { words: 'Other', days: 30 },
} as const;
export type ObligationKind = keyof typeof obligations;
export const obligationKinds = Object.keys(obligations) as [ObligationKind, ...ObligationKind[]];

const kindWords = Object.fromEntries(
  Object.entries(obligations).map(([kind, { words }]) => [kind, words]),
);

/** By the beginning of the words of a penalty, in small letters. */
const kindsByWords: readonly (readonly [string, ObligationKind])[] = [
  ['impound', 'custody'],
  ['prosecution', 'case'],
  ['effect repairs', 'repairs'],
  ['driver training', 'training'],
  ['psychiatric', 'test'],
  ['dislodging', 'roadside'],
  ['strapping', 'roadside'],
  ['additional', 'charge'],
];

/** The parts of a penalty text, which `;` divides. Each is an obligation of its own. */
export const partsOfPenalty = (penalty: string): { kind: ObligationKind; text: string }[] =>
  penalty
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((text) => ({
      text,
      kind: kindsByWords.find(([words]) => text.toLowerCase().startsWith(words))?.[1] ?? 'other',
    }));

/** `overdue` is an open one whose due day is over, and `void` one of a withdrawn ticket. */
export const obligationStates = {
  overdue: 'Overdue',
  open: 'Open',
  'waiver asked': 'Waiver to confirm',
  done: 'Done',
  waived: 'Waived',
  void: 'Ended with its ticket',
} as const;
export type ObligationState = keyof typeof obligationStates;

export const obligationSchema = z.strictObject({
  /** Of its ticket, with its place after it. */
  id: z.string(),
  booking: z.string(),
  place: z.number().int(),
  kind: z.enum(obligationKinds),
  /** As the penalty said it. */
  words: z.string(),
  offence: z.string(),
  /** The plate, or the licence where there is none. */
  plate: z.string(),
  organisation: organisationSchema,
  zone: z.string(),
  /** This person issued the ticket, and doesn't say that it is done. */
  issuedBy: personSchema,
  /** In Africa/Lagos; null where the rules of the ticket's day name none. */
  dueDay: z.iso.date().nullable(),
  state: z.enum(Object.keys(obligationStates) as [ObligationState]),
  /** Of the last step; '' while nothing was done. */
  reason: z.string(),
  by: personSchema.nullable(),
  at: instant.nullable(),
  waivedBy: personSchema.nullable(),
  waivedAt: instant.nullable(),
});
export type Obligation = z.infer<typeof obligationSchema>;

/** The obligations in the caller's scope, due first. The days are those on which they are due. */
export const obligationRegister = register({
  name: 'obligations',
  path: '/api/v1/obligation',
  see: 'see unpaid bookings',
  exports: 'export lists',
  row: obligationSchema,
  narrowing: placeAndDays,
  choices: {
    kind: {
      label: 'Kind',
      schema: z.enum(obligationKinds, 'Select a kind of obligation.'),
      words: kindWords,
    },
  },
  tabs: obligationStates,
  searched: 'plate, name or reference',
  also: { booking: text(26).optional() },
});

const params = z.object({ id: z.string() });
const place = z.number().int().min(1).max(200);

/**
 * Says that an obligation of a ticket is done, or asks that it is waived, with a reason. 409 for one
 * that is over, and for whoever issued the ticket and says that it is done. A waiver counts once
 * another person confirms it.
 */
export const endObligation = act({
  method: 'PUT',
  path: '/api/v1/booking/:id/obligation',
  permission: 'clear a vehicle',
  of: 'booking',
  audit: 'booking.obligation-done',
  outcomes: { 'waiver asked': 'booking.waiver-asked' },
  params,
  body: z.strictObject({
    place,
    how: z.enum(['done', 'waiver'], 'Select whether the obligation is done or should be waived.'),
    reason: requiredText(500, 'Enter what was done, or why the obligation should be waived.'),
  }),
  response: answer(obligationSchema),
  ways: {
    done: {
      words: {
        begins: 'Mark as done',
        asks: 'Mark this obligation as done?',
        does: 'The obligation will end. A zonal head or state admin can reopen it.',
        confirms: 'Mark as done',
        reason: {
          label: 'What you saw',
          hint: 'For example, the repaired lamps or the certificate.',
        },
        done: 'Marked as done',
      },
    },
    waiver: {
      words: {
        begins: 'Ask for a waiver',
        asks: 'Ask to waive this obligation?',
        does: 'Another person will confirm the waiver or keep the obligation open.',
        confirms: 'Ask for a waiver',
        reason: { label: 'Reason', hint: 'Enter why the driver should not have to do this.' },
        done: 'A second person must now confirm the waiver.',
      },
    },
  },
});

/**
 * Another person waives an obligation, or keeps it open. 409 where no waiver waits, and for whoever
 * issued the ticket.
 */
export const decideWaiver = act({
  method: 'PUT',
  path: '/api/v1/booking/:id/waiver',
  permission: 'withdraw a booking',
  of: 'booking',
  audit: 'booking.obligation-waived',
  outcomes: { 'kept open': 'booking.waiver-refused' },
  proof: 'lately',
  ruleOfTwo: 'confirms',
  own: 'You asked for this waiver, so another person must confirm it.',
  params,
  body: z.strictObject({ place, agrees: z.boolean('Select whether you agree to the waiver.') }),
  response: answer(obligationSchema),
  ways: {
    waived: {
      final: true,
      words: {
        begins: 'Confirm the waiver',
        asks: 'Waive this obligation?',
        does: 'The driver will no longer have to do this.',
        confirms: 'Waive it',
        done: 'Obligation waived',
      },
    },
    'kept open': {
      words: {
        begins: 'Keep it open',
        asks: 'Keep this obligation open?',
        does: 'The driver will still have to do this. Officers can ask for a waiver again.',
        confirms: 'Keep it open',
        done: 'Obligation kept open',
      },
    },
  },
});

/**
 * A superior opens again an obligation that was noted as done by mistake. 409 for one that isn't done,
 * for what they noted themselves, and once the ticket was withdrawn or a court ended the prosecution.
 */
export const reopenObligation = act({
  method: 'PUT',
  path: '/api/v1/booking/:id/obligation/reopening',
  permission: 'withdraw a booking',
  of: 'booking',
  audit: 'booking.obligation-reopened',
  proof: 'lately',
  ruleOfTwo: 'undoes',
  own: 'You marked this obligation as done, so another zonal head or state admin must reopen it.',
  params,
  body: z.strictObject({
    place,
    reason: requiredText(500, 'Enter why the obligation is not done.'),
  }),
  response: answer(obligationSchema),
  words: {
    begins: 'Mark as not done',
    asks: 'Mark this obligation as not done?',
    does: 'The obligation will open again. Its due date will not change.',
    confirms: 'Mark as not done',
    reason: { label: 'Reason', hint: 'For example, it was marked as done by mistake.' },
    done: 'Obligation reopened',
  },
});
