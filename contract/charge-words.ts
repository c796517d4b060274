import type { ChargeOutcome } from './charges.ts';
import { said, type Say, sayEnglish } from './language.ts';

export const chargeOutcomes: Readonly<Record<ChargeOutcome, string>> = said({
  'paid there': 'Fined and paid in court',
  'another amount': 'Fined a different amount',
  dismissed: 'Dismissed',
  warrant: 'Warrant issued',
  withdrawn: 'Withdrawn in court',
});

/** Says each outcome once, such as "Fined and paid in court; dismissed". */
export const outcomeWords = (outcomes: readonly ChargeOutcome[], say: Say = sayEnglish): string =>
  [...new Set(outcomes)]
    .map((outcome, index) => {
      const words = say(chargeOutcomes[outcome]);
      return index === 0 ? words : words.charAt(0).toLowerCase() + words.slice(1);
    })
    .join('; ');
