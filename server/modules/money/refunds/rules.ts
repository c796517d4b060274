import { Refusal } from '#server/http/refusal.ts';

export const waitsAlready = new Refusal(
  409,
  'already_proposed',
  'A refund of this money is already waiting for a second person. Look at it again.',
);

export const notPaid = new Refusal(
  409,
  'not_paid',
  'This ticket is not paid, so there is nothing to refund.',
);

export const notToGiveBack = new Refusal(
  409,
  'not_to_give_back',
  'Two people must first settle this exception by a refund.',
);

/** Of what came in, in words such as "₦500". */
export const moreThanLeft = (left: string): Refusal =>
  new Refusal(
    409,
    'more_than_received',
    `At most ${left} of this money is left to refund. Look at it again.`,
  );

export const notReversed = new Refusal(
  409,
  'not_to_reverse',
  'You can reverse only a refund that counts, and only once. Look at it again.',
);
