import { z } from 'zod';

/** The decisions of a court on one charge. Every screen knows a booking, and few need their words. */
export const chargeOutcomeSchema = z.enum([
  'paid there',
  'another amount',
  'dismissed',
  'warrant',
  'withdrawn',
]);
export type ChargeOutcome = z.infer<typeof chargeOutcomeSchema>;
