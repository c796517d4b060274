import { Refusal } from '#server/http/refusal.ts';

export const waitsAlready = new Refusal(
  409,
  'already_proposed',
  'A refund of this money waits for a second person. Look at it again.',
);

export const notPaid = new Refusal(
  409,
  'not_paid',
  'This ticket is not paid, so that nothing can be given back.',
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
    `At most ${left} of this money is left to give back. Look at it again.`,
  );

export const notReversed = new Refusal(
  409,
  'not_to_reverse',
  'Only a refund that counts is reversed, and only once. Look at it again.',
);
