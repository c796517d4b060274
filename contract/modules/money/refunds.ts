import { z } from 'zod';
import { act } from '../../act.ts';
import { answer, instant } from '../../answers.ts';
import { endpoint } from '../../endpoint.ts';
import { placeAndDays } from '../../list-filters.ts';
import { personSchema } from '../../people.ts';
import { organisationSchema } from '../../places.ts';
import { register } from '../../register.ts';
import { decisionSchema } from '../../second-person.ts';
import { dateSentence } from '../../sentences.ts';
import { requiredText, text } from '../../text.ts';

/** The papers that prove a payment out. `other` is of notes from before two people were needed. */
export const proofKinds = {
  transfer: 'Bank transfer',
  voucher: 'Payment voucher',
  cheque: 'Cheque',
  gateway: 'Gateway refund',
  other: 'Other proof',
} as const;
type ProofKind = keyof typeof proofKinds;
export const chosenProofs = ['transfer', 'voucher', 'cheque', 'gateway'] as const;

/** A refund counts once it is confirmed, also where it was reversed later. */
export const refundStates = {
  waiting: 'To be confirmed',
  confirmed: 'Refunded',
  reversed: 'Reversed',
  refused: 'Refused',
  'taken back': 'Taken back',
} as const;
type RefundState = keyof typeof refundStates;

/**
 * Money that was given back, or the reversal of that, as it was proposed and decided. Naira; a reversal
 * is below 0. Days are Africa/Lagos.
 */
export const refundSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(['refund', 'reversal']),
  state: z.enum(Object.keys(refundStates) as [RefundState]),
  organisation: organisationSchema,
  /** Empty where no booking is known. */
  zone: z.string(),
  /** Null where no booking is known. */
  booking: z.string().nullable(),
  /** The plate, or the licence where there is none; else the bill. */
  plate: z.string(),
  /** The offence whose money it is; null for money of an exception. */
  line: z.number().int().nullable(),
  offence: z.string().nullable(),
  exception: z.string().nullable(),
  amount: z.number(),
  /** The day on which it was paid out, or a reversal confirmed; null for a reversal that wasn't. */
  day: z.iso.date().nullable(),
  /** Null for a reversal. */
  proof: z
    .strictObject({ kind: z.enum(Object.keys(proofKinds) as [ProofKind]), number: z.string() })
    .nullable(),
  reason: z.string(),
  /** The refund that it reverses. */
  reverses: z.string().nullable(),
  by: personSchema,
  at: instant,
  /** Null while it waits, and for what one person noted before two were needed. */
  decided: z.strictObject({ by: personSchema, at: instant, refusal: z.string() }).nullable(),
});
export type Refund = z.infer<typeof refundSchema>;

/**
 * The refunds and reversals in the caller's scope, the last one first. The days are those on which
 * money was paid out, or a reversal confirmed. The sum is of those that count.
 */
export const refundRegister = register({
  name: 'refunds',
  path: '/api/v1/refund',
  see: 'see reconciliation',
  exports: 'see reconciliation',
  row: refundSchema,
  narrowing: {
    ...placeAndDays,
    /** The payment code of an offence. */
    head: requiredText(60, 'Enter a revenue head.').optional(),
    /** The id of the officer who made the booking. */
    bookedBy: requiredText(64, 'Enter the id of an officer.').optional(),
  },
  choices: {
    /** Money of tickets, which reports count as received, or money beside them. */
    of: {
      label: 'Refund of',
      schema: z.enum(['tickets', 'exceptions'], 'Select bookings or exceptions.'),
      words: { tickets: 'Bookings', exceptions: 'Exceptions' },
    },
  },
  tabs: { waiting: 'To confirm', counted: 'Refunded', ended: 'Refused or taken back' },
  searched: 'plate, name, reference or proof',
  sum: 'refunded',
  also: { booking: text(26).optional(), exception: text(26).optional() },
});

const params = z.object({ id: z.string() });

export const readRefund = endpoint({
  method: 'GET',
  path: '/api/v1/refund/:id',
  permission: 'see reconciliation',
  audit: null,
  params,
  response: answer(refundSchema),
});

/** Four letters or digits at least, among them a digit. */
const isReference = (number: string): boolean =>
  /\d/.test(number) && number.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= 4;

const enterAmount = 'Enter the amount in naira, such as 5000 or 4999.50.';
const givenBack = {
  amount: z
    .number(enterAmount)
    .positive(enterAmount)
    .max(1_000_000_000, 'Enter an amount up to 1,000,000,000 naira.')
    .refine((naira) => Math.abs(naira * 100 - Math.round(naira * 100)) < 1e-6, {
      error: 'Enter an amount with at most two decimal places.',
    }),
  day: z.iso
    .date({ error: dateSentence('such as 2026-11-01') })
    .describe('From the day of the payment to today.'),
  proofKind: z.enum(chosenProofs, 'Select the kind of proof.'),
  proofNumber: requiredText(60, 'Enter the number of the transfer, voucher or cheque.').refine(
    isReference,
    'Enter the full proof number, such as TRF-204518.',
  ),
  reason: requiredText(
    500,
    'Enter a reason for the refund, with the court and suit number if there is one.',
  ),
};

const asks = {
  begins: 'Propose a refund',
  asks: 'Propose this refund?',
  does: 'The money will count as refunded once another state admin confirms the refund.',
  confirms: 'Propose it',
  done: 'A second person must now confirm the refund.',
} as const;

/**
 * Proposes that money of one offence of a paid ticket was given back. 404 for another line, 409 for a
 * ticket that isn't paid, for more than is left, and while one waits.
 */
export const proposeRefund = act({
  method: 'POST',
  path: '/api/v1/booking/:id/refund',
  permission: 'reconcile',
  of: 'booking',
  audit: 'refund.proposed',
  proof: 'lately',
  ruleOfTwo: 'waits',
  params,
  body: z.strictObject({ line: z.number().int().min(0).max(200), ...givenBack }),
  response: answer(refundSchema),
  words: asks,
});

/** The same of money beside the tickets: 409 for an exception that isn't settled by a refund. */
export const proposeExceptionRefund = act({
  method: 'POST',
  path: '/api/v1/exception/:id/refund',
  permission: 'reconcile',
  of: 'exception',
  audit: 'refund.proposed',
  proof: 'lately',
  ruleOfTwo: 'waits',
  params,
  body: z.strictObject(givenBack),
  response: answer(refundSchema),
  words: asks,
});

/** Proposes that a refund was noted wrongly. 409 for one that doesn't count, or is reversed. */
export const proposeReversal = act({
  method: 'POST',
  path: '/api/v1/refund/:id/reversal',
  permission: 'reconcile',
  of: 'booking',
  audit: 'refund.reversal-proposed',
  proof: 'lately',
  ruleOfTwo: 'waits',
  params,
  body: z.strictObject({ reason: requiredText(500, 'Enter a reason for the reversal.') }),
  response: answer(refundSchema),
  words: {
    begins: 'Propose a reversal',
    asks: 'Propose to reverse this refund?',
    does: 'Once another state admin confirms the reversal, the refund will no longer count. The refund and its reversal will both stay on record.',
    confirms: 'Propose it',
    reason: { label: 'Reason', hint: 'Enter what was recorded wrongly and how you know.' },
    done: 'A second person must now confirm the reversal.',
  },
});

/**
 * Another state admin confirms a refund or a reversal, or refuses it. 409 for its proposer, for a
 * decided one, and where less is left meanwhile.
 */
export const decideRefund = endpoint({
  method: 'PUT',
  path: '/api/v1/refund/:id/decision',
  permission: 'reconcile',
  audit: 'refund.confirmed',
  proof: 'lately',
  ruleOfTwo: 'confirms',
  params,
  body: decisionSchema,
  response: answer(refundSchema),
});

/** Takes back what one has proposed and nobody has decided. 403 for a proposal of another. */
export const takeBackRefund = endpoint({
  method: 'DELETE',
  path: '/api/v1/refund/:id',
  permission: 'reconcile',
  audit: 'refund.taken-back',
  proof: 'lately',
  params,
  response: answer(refundSchema),
});
