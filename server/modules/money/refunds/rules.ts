import { Refusal } from '#server/http/refusal.ts';

export const waitsAlready = new Refusal(
  409,
  'already_proposed',
  'A refund of this money is already waiting for a second person to confirm it. Reload the page to see the latest.',
);

export const notPaid = new Refusal(
  409,
  'not_paid',
  'This booking is not paid, so there is nothing to refund.',
);

export const notToGiveBack = new Refusal(
  409,
  'not_to_give_back',
  'Two people must first settle this exception with a refund.',
);

/** Of what came in, in words such as "₦500". */
export const moreThanLeft = (left: string): Refusal =>
  new Refusal(
    409,
    'more_than_received',
    `You can refund at most ${left} of this money. Reload the page to see the latest.`,
  );

export const notReversed = new Refusal(
  409,
  'not_to_reverse',
  'You can reverse only a confirmed refund, and only once. Reload the page to see the latest.',
);
