import { z } from 'zod';

/** The decisions of a court on one charge. */
export const chargeOutcomes = {
  'paid there': 'Fined, and paid there',
  'another amount': 'Fined another amount',
  dismissed: 'Dismissed',
  warrant: 'Warrant issued',
  withdrawn: 'Withdrawn in court',
} as const;
export type ChargeOutcome = keyof typeof chargeOutcomes;
export const chargeOutcomeSchema = z.enum(
  Object.keys(chargeOutcomes) as [ChargeOutcome, ...ChargeOutcome[]],
);

/** Says each outcome once, such as "Fined, and paid there; dismissed". */
export const outcomeWords = (outcomes: readonly ChargeOutcome[]): string =>
  [...new Set(outcomes)]
    .map((outcome, index) => {
      const words = chargeOutcomes[outcome];
      return index === 0 ? words : words.charAt(0).toLowerCase() + words.slice(1);
    })
    .join('; ');
