import { expect, test } from 'vitest';
import { decisionsFor, exceptionDecisions } from '#contract/exceptions.ts';
import { type ExceptionKind } from '#contract/payments.ts';
import {
  closed,
  notProposed,
  otherProposal,
  ownProposal,
  proposalFor,
} from '#server/features/exceptions/rules.ts';
import {
  alreadyPaid,
  assessBill,
  assessNothingDue,
  describeUnknownBill,
  forged,
  gatewaySilent,
  narrationOf,
  nothingDue,
  type Standing,
  whyNotBillOf,
} from '#server/features/payments/rules.ts';
import type { PaymentState } from '#server/gateways/payment-gateway.ts';
import type { Refusal } from '#server/http/refusal.ts';
import { invalid } from '#server/http/refusal.ts';
import { refusal } from './refusals.ts';

const open: Standing = {
  priceKobo: 1_200_000,
  withdrawn: false,
  decided: false,
  payment: null,
  receiptCounted: false,
};
const exact: PaymentState = { outcome: 'paid', amountKobo: 1_200_000, receipt: 'R1' };
const paid: Standing = { ...open, payment: { amountKobo: 1_200_000, receipt: 'R1' } };

const exception = (
  kind: string,
  finding: string,
  amountKobo: number | null,
  description: string,
) => ({
  outcome: 'exception',
  finding,
  anomaly: { kind, amountKobo, receipt: amountKobo === null ? '' : 'R1', description },
});

test.each<[string, PaymentState, Standing, object]>([
  ['the exact amount pays', exact, open, { outcome: 'paid', receipt: 'R1' }],
  ['the same payment again is nothing new', exact, paid, { outcome: 'paid already' }],
  [
    'no payment leaves it unpaid',
    { outcome: 'pending' },
    open,
    { outcome: 'pending', finding: 'pending' },
  ],
  ['no payment takes nothing back', { outcome: 'pending' }, paid, { outcome: 'paid already' }],
  [
    'no answer says nothing, of a paid booking either',
    { outcome: 'unknown', reason: 'No answer.' },
    paid,
    { outcome: 'unknown', finding: 'No answer.' },
  ],
  [
    'a kobo less is money of another amount',
    { ...exact, amountKobo: 1_199_999 },
    open,
    exception(
      'other amount',
      'paid 1199999 kobo instead of 1200000',
      1_199_999,
      'The payment gateway says that ₦11,999.99 was paid for a bill of ₦12,000.',
    ),
  ],
  [
    'a kobo more is money of another amount',
    { ...exact, amountKobo: 1_200_001 },
    open,
    exception(
      'other amount',
      'paid 1200001 kobo instead of 1200000',
      1_200_001,
      'The payment gateway says that ₦12,000.01 was paid for a bill of ₦12,000.',
    ),
  ],
  [
    'money for a withdrawn booking pays nothing',
    exact,
    { ...open, withdrawn: true },
    exception(
      'paid after withdrawal',
      'paid, but withdrawn',
      1_200_000,
      'The payment gateway shows receipt R1 for ₦12,000, but the booking was withdrawn.',
    ),
  ],
  [
    'one receipt pays one booking, also when it was withdrawn',
    exact,
    { ...open, withdrawn: true, receiptCounted: true },
    exception(
      'unproven',
      'a receipt that has paid another booking',
      1_200_000,
      'The payment gateway shows receipt R1 for ₦12,000, but that receipt has already paid another booking.',
    ),
  ],
  [
    'another receipt is a second payment',
    exact,
    { ...paid, payment: { amountKobo: 1_200_000, receipt: 'R0' } },
    exception(
      'second payment',
      'another payment than the one it was paid with',
      1_200_000,
      'The payment gateway shows receipt R1 for ₦12,000, but the booking was paid with receipt R0 for ₦12,000.',
    ),
  ],
  [
    'the same receipt over another amount is a second payment',
    { ...exact, amountKobo: 500_000 },
    paid,
    exception(
      'second payment',
      'another payment than the one it was paid with',
      500_000,
      'The payment gateway shows receipt R1 for ₦5,000, but the booking was paid with receipt R1 for ₦12,000.',
    ),
  ],
  [
    'what is called paid without a proof pays nothing',
    { outcome: 'unproven', reason: 'It shows no receipt.' },
    open,
    exception('unproven', 'It shows no receipt.', null, 'It shows no receipt.'),
  ],
  [
    'what is called paid without a proof, of a paid booking',
    { outcome: 'unproven', reason: 'No.' },
    paid,
    { outcome: 'paid already' },
  ],
])('%s', (_what, said, booking, assessment) => {
  expect(assessBill(said, booking)).toEqual(assessment);
});

test('a booking on which nothing is due pays itself, unless it is paid or withdrawn', () => {
  expect(assessNothingDue(open)).toEqual({ outcome: 'paid', receipt: '' });
  expect(assessNothingDue(paid)).toEqual({ outcome: 'paid already' });
  expect(assessNothingDue({ ...open, withdrawn: true })).toEqual({
    outcome: 'pending',
    finding: 'withdrawn',
  });
});

test('money for a bill that no booking has is described, and nothing else is', () => {
  expect(describeUnknownBill(exact)).toEqual({
    amountKobo: 1_200_000,
    receipt: 'R1',
    description: 'The payment gateway shows receipt R1 for ₦12,000, but no booking has this bill.',
  });
  expect(describeUnknownBill({ outcome: 'unproven', reason: 'It shows no receipt.' })).toEqual({
    amountKobo: null,
    receipt: '',
    description: 'No booking has this bill. It shows no receipt.',
  });
  expect(describeUnknownBill({ outcome: 'pending' })).toBeNull();
  expect(describeUnknownBill({ outcome: 'unknown', reason: 'x' })).toBeNull();
});

test('a ticket counts at the end of a narration alone', () => {
  const id = '01K9ZQ4N5T8XJ2M3W7RCVB6HDE';
  expect(narrationOf('No licence', id)).toBe('No licence (8XJ2M3W7RCVB6HDE)');
  const lines = [{ code: '120', name: 'No (8XJ2M3W7RCVB6HD0) licence', amountKobo: 100 }];
  const found = {
    outcome: 'bill',
    amountKobo: 100,
    isPaid: false,
    bookingId: null,
    narration: 'No (8XJ2M3W7RCVB6HD0) licence',
    items: [{ code: '120', amountKobo: 100 }],
  } as const;
  expect(whyNotBillOf(found, { id, priceKobo: 100, lines })).toBeUndefined();
  const no = { ...found, narration: 'Another' };
  expect(whyNotBillOf(no, { id, priceKobo: 100, lines: [] })).toBe(
    'This bill is for something other than the booking.',
  );
});

const kinds = Object.keys(decisionsFor) as ExceptionKind[];

test('an exception of each kind is settled in the ways that fit it, and in no other', () => {
  expect(decisionsFor).toEqual({
    'bill in doubt': ['bill found', 'ask again'],
    'bill refused': ['ask again'],
    'revenue head missing': ['noted'],
    'bill late': ['ask again', 'noted'],
    'other amount': ['refund', 'noted'],
    unproven: ['noted'],
    'second payment': ['refund', 'noted'],
    'unknown bill': ['refund', 'noted'],
    'paid after withdrawal': ['refund', 'noted'],
    'paid and decided': ['refund', 'noted'],
  });
  for (const kind of kinds)
    for (const decision of exceptionDecisions) {
      const proposed = proposalFor(kind, { decision, billRef: 'B1', reason: 'So.' });
      expect(proposed).toEqual(
        decisionsFor[kind].includes(decision)
          ? { decision, billRef: decision === 'bill found' ? 'B1' : null, reason: 'So.' }
          : invalid(
              'decision',
              `You can settle “${kind}” only in one of these ways: ${decisionsFor[kind].join(', ')}.`,
            ),
      );
    }
});

test('a bill that was found needs its reference', () => {
  const needed = invalid('billRef', 'Enter the reference of the bill that you found.');
  const found = { decision: 'bill found', reason: 'So.' } as const;
  expect(proposalFor('bill in doubt', found)).toEqual(needed);
  expect(proposalFor('bill in doubt', { ...found, billRef: '' })).toEqual(needed);
});

test.each<[Refusal, number, string, string]>([
  [
    gatewaySilent,
    503,
    'gateway_unavailable',
    'The payment gateway is not responding. Try again in a minute.',
  ],
  [alreadyPaid, 409, 'already_paid', 'This bill is already paid.'],
  [nothingDue, 409, 'withdrawn', 'This booking was withdrawn, so nothing is due on it.'],
  [forged, 401, 'forged', 'This notice is not signed with Hanya’s key.'],
  [closed, 409, 'already_settled', 'This exception has already been settled.'],
  [notProposed, 409, 'not_proposed', 'Nobody has proposed how to settle this exception yet.'],
  [
    otherProposal,
    409,
    'other_proposal',
    'Somebody has proposed another way to settle this since you opened it. Reload the page to see the latest.',
  ],
  [ownProposal, 409, 'own_proposal', 'A second person must confirm what you proposed.'],
])('a refusal over money says what to do: %#', (refused, status, code, sentence) => {
  expect(refusal(refused)).toEqual([status, code, sentence]);
});
