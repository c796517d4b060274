import { z } from 'zod';
import { answer } from './answers.ts';
import { personSchema } from './bookings.ts';
import { endpoint } from './endpoint.ts';
import { offenceIdSchema, offenceSchema } from './offences.ts';
import { organisationSchema } from './places.ts';
import { dateSentence } from './sentences.ts';
import { requiredText } from './text.ts';

/** A calendar day in Africa/Lagos, `YYYY-MM-DD`. */
const daySchema = z.iso.date({ error: dateSentence('such as 2026-11-01') });

/** The highest fee, in naira. */
export const highestFee = 10_000_000;

/** The fee of an offence from a day on. `amount` is naira; `from` null is the catalogue's own. */
export const feeSchema = z.strictObject({
  amount: z.number().int(),
  from: daySchema.nullable(),
  reason: z.string(),
  setBy: personSchema.nullable(),
  setAt: z.iso.datetime().nullable(),
});
export type Fee = z.infer<typeof feeSchema>;

/** An offence with today's fee, and its next fee if one is set already. */
export const pricedOffenceSchema = z.strictObject({
  offence: offenceSchema,
  next: z.strictObject({ amount: z.number().int(), from: daySchema }).nullable(),
});
export type PricedOffence = z.infer<typeof pricedOffenceSchema>;

/** Only callers who work for all organisations send it; the others always get their own. */
const organisation = organisationSchema.optional();

const offenceParams = z.object({ id: offenceIdSchema });

/** The whole catalogue with the fees of one organisation. */
export const listFees = endpoint({
  method: 'GET',
  path: '/api/v1/fee',
  permission: 'set fees',
  audit: null,
  query: z.strictObject({ organisation }),
  response: answer(z.array(pricedOffenceSchema)),
});

/** The fees of one offence in one organisation, past and to come, the latest first. */
export const readFees = endpoint({
  method: 'GET',
  path: '/api/v1/offence/:id/fee',
  permission: 'set fees',
  audit: null,
  params: offenceParams,
  query: z.strictObject({ organisation }),
  response: answer(z.array(feeSchema)),
});

/**
 * Sets what an offence costs from a day to come. A fee for the same day is replaced; tickets keep
 * the price that they were issued at. 403 for somebody who does not see all zones.
 */
export const setFee = endpoint({
  method: 'POST',
  path: '/api/v1/offence/:id/fee',
  permission: 'set fees',
  audit: 'fee.set',
  proof: 'lately',
  params: offenceParams,
  body: z.strictObject({
    amount: z
      .number('Enter an amount of whole naira.')
      .int('Enter an amount of whole naira.')
      .min(0, 'A fee is never less than nothing.')
      .max(highestFee, 'A fee is at most ₦10,000,000.'),
    from: daySchema,
    reason: requiredText(500, 'Say why the fee changes.'),
    organisation,
  }),
  response: answer(feeSchema),
});
