import { z } from 'zod';
import { answer, instant } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { placeAndDays } from './list-filters.ts';
import { offenceIdSchema } from './offences.ts';
import { type ExceptionKind, exceptionKinds } from './payments.ts';
import { personSchema } from './people.ts';
import { organisationSchema } from './places.ts';
import { register } from './register.ts';
import { requiredText, text } from './text.ts';

export const exceptionKindWords: Readonly<Record<ExceptionKind, string>> = {
  'bill in doubt': 'Bill in doubt',
  'bill refused': 'Bill refused',
  'revenue head missing': 'Revenue head missing',
  'bill late': 'Bill late',
  'other amount': 'Different amount paid',
  unproven: 'Payment not proven',
  'second payment': 'Paid twice',
  'unknown bill': 'Unknown bill',
  'paid after withdrawal': 'Paid after withdrawal',
  'paid and decided': 'Paid and decided in court',
};

/**
 * The settlements: the bill is asked for anew, its reference was found, the payer gets the money
 * back, or otherwise. None makes a booking paid: only the exact money does.
 */
export const exceptionDecisions = ['ask again', 'bill found', 'refund', 'noted'] as const;
export type ExceptionDecision = (typeof exceptionDecisions)[number];

export const exceptionDecisionWords: Readonly<Record<ExceptionDecision, string>> = {
  'ask again': 'Ask again',
  'bill found': 'Bill found',
  refund: 'Refund',
  noted: 'Noted',
};

/** The decisions that settle each kind. */
export const decisionsFor: Readonly<Record<ExceptionKind, readonly ExceptionDecision[]>> = {
  'bill in doubt': ['bill found', 'ask again'],
  'bill refused': ['ask again'],
  'revenue head missing': ['noted'],
  'bill late': ['ask again', 'noted'],
  'other amount': ['refund', 'noted'],
  unproven: ['noted'],
  'second payment': ['refund', 'noted'],
  'unknown bill': ['refund', 'noted'],
  'paid after withdrawal': ['refund', 'noted'],
  'paid and decided': ['refund', 'noted'],
};

export const exceptionStates = {
  open: 'Open',
  proposed: 'To confirm',
  settled: 'Settled',
} as const;
export type ExceptionState = keyof typeof exceptionStates;

/** Something that a person must look at. `amount` is naira; times are UTC. */
export const exceptionSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(exceptionKinds),
  state: z.enum(Object.keys(exceptionStates) as [ExceptionState]),
  story: z.string(),
  foundAt: instant,
  organisation: organisationSchema,
  /** Empty where no booking is known. */
  zone: z.string(),
  /** Null where the gateway speaks of a bill that no booking has. */
  booking: z
    .strictObject({ _id: z.string(), registration: z.string(), price: z.number() })
    .nullable(),
  gateway: z.string(),
  billRef: z.string().nullable(),
  amount: z.number().nullable(),
  receipt: z.string(),
  settlement: z
    .strictObject({
      decision: z.enum(exceptionDecisions),
      /** The reference of the bill that was found at the gateway. */
      billRef: z.string().nullable(),
      reason: z.string(),
      by: personSchema,
      at: instant,
      confirmedBy: personSchema.nullable(),
    })
    .nullable(),
  /**
   * Of an exception that two people settled by a refund: what two people confirmed as given back,
   * and what is still to give back, in naira. Else null.
   */
  refund: z.strictObject({ givenBack: z.number(), left: z.number() }).nullable(),
  /** The time when it was settled, or resolved itself. */
  closedAt: instant.nullable(),
});
export type PaymentException = z.infer<typeof exceptionSchema>;

const exceptionParams = z.object({ id: z.string() });

/** The exceptions in the caller's scope, newest first. The days are the booking's, Africa/Lagos. */
export const exceptionRegister = register({
  name: 'exceptions',
  path: '/api/v1/exception',
  see: 'see exceptions',
  exports: 'export lists',
  row: exceptionSchema,
  narrowing: {
    ...placeAndDays,
    /** The id of the officer who made the booking. */
    bookedBy: requiredText(64, 'Enter the id of an officer.').optional(),
    /** One of the booking's offences. */
    offence: offenceIdSchema.optional(),
  },
  choices: {},
  tabs: exceptionStates,
  searched: 'plate, name, reference or bill',
  /** The `_id` of a booking. */
  also: { booking: text(26).optional() },
});

/** One exception in the caller's scope. */
export const readException = endpoint({
  method: 'GET',
  path: '/api/v1/exception/:id',
  permission: 'see exceptions',
  audit: null,
  params: exceptionParams,
  response: answer(exceptionSchema),
});

/** A state admin says how an exception is settled, and why; it counts once another person confirms. */
export const settleException = endpoint({
  method: 'PUT',
  path: '/api/v1/exception/:id/settlement',
  permission: 'settle exceptions',
  audit: 'exception.proposed',
  proof: 'lately',
  ruleOfTwo: 'waits',
  params: exceptionParams,
  body: z.strictObject({
    decision: z.enum(exceptionDecisions, 'Select a decision.'),
    billRef: text(64).optional(),
    reason: requiredText(500, 'Enter a reason.'),
  }),
  response: answer(exceptionSchema),
});

/** Another state admin or a zonal head confirms a settlement, which then takes effect, or sends it back. */
export const confirmException = endpoint({
  method: 'PUT',
  path: '/api/v1/exception/:id/confirmation',
  permission: 'confirm exceptions',
  audit: 'exception.settled',
  proof: 'lately',
  ruleOfTwo: 'confirms',
  params: exceptionParams,
  body: z.strictObject({
    agrees: z.boolean('Select whether you agree.'),
    /** The `at` of the settlement that was seen: a later one is a 409. */
    proposedAt: instant.describe('Unbounded: only the exact time of the proposal is valid.'),
  }),
  response: answer(exceptionSchema),
});
