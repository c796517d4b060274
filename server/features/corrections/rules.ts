import { z } from 'zod';
import { Refusal } from '#server/http/refusal.ts';

const said = z.record(z.string(), z.string());
/** What a ticket says in the fields that are corrected, and what it is to say. */
export const proposed = z.strictObject({ before: said, after: said });
export type Proposed = z.infer<typeof proposed>;

export const paidByTwo = new Refusal(
  409,
  'by_two',
  'This booking is paid, so two people must correct it. Propose the correction.',
);

export const issuedIt = new Refusal(
  403,
  'not_impartial',
  'You made this booking, so two other people must correct it.',
);

export const correctionWaits = new Refusal(
  409,
  'already_proposed',
  'A correction to this booking is already waiting for a second person to confirm it. Reload the page to see the latest.',
);
