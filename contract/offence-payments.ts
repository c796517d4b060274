import { z } from 'zod';
import { act } from './act.ts';
import { answer, instant, listAnswer, pageQuery } from './answers.ts';
import { bookingNarrowing, withRangesInOrder } from './booking-filters.ts';
import { endpoint } from './endpoint.ts';
import { exportFormatSchema, exportTypes } from './list-filters.ts';
import { personSchema } from './people.ts';
import { organisationSchema } from './places.ts';
import { dateSentence } from './sentences.ts';
import { requiredText, text } from './text.ts';

/** Money that was given back. `amount` is naira, `day` is in Africa/Lagos. */
const givenBackSchema = z.strictObject({
  amount: z.number(),
  day: z.iso.date(),
  proof: z.string(),
  reason: z.string(),
  by: personSchema,
  at: instant,
});

/** One offence of a bill that was paid. Amounts are naira. */
export const offencePaymentSchema = z.strictObject({
  /** Of its ticket, with its line after it. */
  id: z.string(),
  booking: z.string(),
  line: z.number().int(),
  offence: z.string(),
  name: z.string(),
  plate: z.string(),
  organisation: organisationSchema,
  zone: z.string(),
  madeAt: instant,
  /** As booked; the product keeps no name of the gateway's. */
  payer: z.string(),
  license: z.string(),
  phoneNo: z.string(),
  amount: z.number(),
  /** Of the whole bill. */
  paid: z.number(),
  billRef: z.string(),
  receipt: z.string(),
  paidAt: instant,
  /** What this list has of the same payer, by licence, else by phone. */
  ofPayer: z.strictObject({ count: z.number().int(), amount: z.number() }),
  givenBack: z.array(givenBackSchema),
});
export type OffencePayment = z.infer<typeof offencePaymentSchema>;

const { from, to, by, organisation, zone, offence, min, max } = bookingNarrowing;

/** `min` and `max` are naira of the offence alone: its fee. Days are those of the ticket or the payment. */
export const offencePaymentNarrowing = { from, to, by, organisation, zone, offence, min, max };

/** Newest payments first, or those of one payer together. */
const offencePaymentSorts = ['paid', 'payer'] as const;

const narrowed = {
  ...offencePaymentNarrowing,
  booking: text(26).optional(),
  sort: z.enum(offencePaymentSorts, 'Choose how the list is sorted.').default('paid'),
};

/** Every payment through a gateway, by offence, with the sums of all that `total` counts, in naira. */
export const listOffencePayments = endpoint({
  method: 'GET',
  path: '/api/v1/offence-payment',
  permission: 'see reconciliation',
  audit: null,
  query: withRangesInOrder(z.strictObject({ ...pageQuery, ...narrowed })),
  response: listAnswer(offencePaymentSchema).extend({ amount: z.number(), givenBack: z.number() }),
});

/** The same as a file; 400 for more than `exportLimits`. */
export const exportOffencePayments = endpoint({
  method: 'GET',
  path: '/api/v1/offence-payment/export',
  permission: 'see reconciliation',
  audit: 'payments.exported',
  query: withRangesInOrder(z.strictObject({ ...narrowed, format: exportFormatSchema })),
  download: Object.values(exportTypes),
  response: z.string(),
});

/**
 * Notes that money of one offence of a paid bill was given back, in naira. 404 for another line, 409
 * for a ticket that isn't paid, and for more than was paid for the offence. Nothing takes it back.
 */
export const noteGivenBack = act({
  method: 'POST',
  path: '/api/v1/booking/:id/given-back',
  permission: 'reconcile',
  of: 'booking',
  audit: 'booking.given-back',
  proof: 'lately',
  params: z.object({ id: z.string() }),
  body: z.strictObject({
    line: z.number().int().min(0).max(200),
    amount: z
      .number('Enter the amount in naira, such as 5000 or 4999.50.')
      .positive('Enter the amount in naira, such as 5000 or 4999.50.')
      .max(1_000_000_000, 'Enter an amount up to 1,000,000,000 naira.')
      .refine((naira) => Math.abs(naira * 100 - Math.round(naira * 100)) < 1e-6, {
        error: 'An amount has at most two decimals.',
      }),
    day: z.iso
      .date({ error: dateSentence('such as 2026-11-01') })
      .describe('Unbounded: the server holds it between the payment and today.'),
    proof: requiredText(200, 'Name the proof, such as the number of a bank transfer.'),
    reason: requiredText(500, 'Say why it was given back, such as the court and suit.'),
  }),
  response: answer(givenBackSchema),
  final: true,
  words: {
    begins: 'Note it',
    asks: 'Note this money as given back?',
    does: 'It stays in the record of this ticket. Nobody can change or remove it.',
    confirms: 'Note it',
    done: 'It is noted.',
  },
});
