import type { DecisionKind } from '../../decisions.ts';

/** The module writes these events into the audit trail. */
export const events = {
  'reconciliation.exported': 'Reconciliation exported',
  'refunds.exported': 'Refunds exported',
  'ledger.exported': 'Ledger file exported',
  'booking.given-back': 'Money refunded',
  // No call writes this any more; trails from before hold it.
  'payments.exported': 'Payments by offence exported',
  'statement.looked-at': 'Statement previewed',
  'statement.fetched': 'Statement fetched',
} as const satisfies Record<string, string>;

/** Two people decide these: one proposes, another confirms. */
export const decisions = {
  statement: {
    needs: 'reconcile',
    made: 'sent',
    steps: {
      proposed: { event: 'statement.sent', words: 'Statement sent' },
      confirmed: { event: 'statement.confirmed', words: 'Statement confirmed' },
      refused: { event: 'statement.refused', words: 'Statement refused' },
      'taken back': { event: 'statement.taken-back', words: 'Statement taken back' },
    },
    queue: {
      title: 'Statements to confirm',
      all: '/reconciliation?show=differences',
      addressOf: ({ organisation, from, to }) => [
        '/reconciliation',
        { show: 'differences', organisation, from, to },
      ],
    },
  },
  refund: {
    needs: 'reconcile',
    made: 'proposed',
    inZone: true,
    steps: {
      proposed: { event: 'refund.proposed', words: 'Refund proposed' },
      confirmed: {
        event: 'refund.confirmed',
        words: 'Refund confirmed',
        tells: {
          purpose: 'refunded',
          words: 'Money refunded',
          text: '{authority}: we have refunded money for ticket {plate}. {link}',
        },
      },
      refused: { event: 'refund.refused', words: 'Refund refused' },
      'taken back': { event: 'refund.taken-back', words: 'Proposed refund taken back' },
    },
    queue: {
      title: 'Refunds to confirm',
      all: '/refunds',
      addressOf: ({ id }) => ['/refunds', { open: id }],
    },
  },
  reversal: {
    needs: 'reconcile',
    made: 'proposed',
    inZone: true,
    steps: {
      proposed: { event: 'refund.reversal-proposed', words: 'Refund reversal proposed' },
      confirmed: { event: 'refund.reversed', words: 'Refund reversed' },
      refused: { event: 'refund.reversal-refused', words: 'Refund reversal refused' },
      'taken back': {
        event: 'refund.reversal-taken-back',
        words: 'Proposed refund reversal taken back',
      },
    },
    queue: {
      title: 'Refund reversals to confirm',
      all: '/refunds',
      addressOf: ({ id }) => ['/refunds', { open: id }],
    },
  },
} as const satisfies Record<string, DecisionKind>;
