import { z } from 'zod';
import { instant, listAnswer, pageQuery } from '../../answers.ts';
import { bookingNarrowing, withRangesInOrder } from '../../booking-filters.ts';
import { endpoint } from '../../endpoint.ts';
import { exportFormatSchema, exportTypes } from '../../list-filters.ts';
import { organisationSchema } from '../../places.ts';
import { text } from '../../text.ts';

/** A refund that counts, or its reversal, which is below 0. `amount` is naira, `day` is in Africa/Lagos. */
const givenBackSchema = z.strictObject({
  amount: z.number(),
  day: z.iso.date(),
  /** '' for a reversal. */
  proof: z.string(),
  reason: z.string(),
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
  /** It says what payer, vehicle and place were before a correction; '' for a first version. */
  saidBefore: z.string(),
  license: z.string(),
  phoneNo: z.string(),
  amount: z.number(),
  /** Of the whole bill. */
  paid: z.number(),
  billRef: z.string(),
  receipt: z.string(),
  paidAt: instant,
  /** What this list has of the same payer: by licence, else by phone and name. */
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
