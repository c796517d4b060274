import type { heldDuties } from './duties.ts';
import type { Told } from './message-texts.ts';
import type { Permission } from './roles.ts';
import type { Queue } from './waiting.ts';

/** A step of a proposal in the audit trail. */
interface Step<Event = string> {
  readonly event: Event;
  /** In a history and among the activities. */
  readonly words: string;
  /** The driver hears this then. The trail files such a step under its ticket. */
  readonly tells?: Omit<Told, 'after'> & { readonly purpose: string };
}

/** A kind of what one person proposes and another decides. */
interface DecisionKind<Event = string> {
  /** The permission of whoever decides it. */
  readonly needs: Permission;
  /** Booking officers decide it with this duty alone. */
  readonly duty?: keyof typeof heldDuties;
  /** Refusals say with this word what its proposer did. */
  readonly made: 'proposed' | 'sent';
  /** Nobody decides it from its first day on, or after its last one. */
  readonly lapses?: 'on its first day' | 'after its last day';
  /** People who work in one zone decide the proposals of that zone too. */
  readonly inZone?: true;
  /** Nobody takes back what has no such step. */
  readonly steps: {
    readonly proposed: Step<Event>;
    readonly confirmed: Step<Event>;
    readonly refused: Step<Event>;
    readonly 'taken back'?: Step<Event>;
  };
  /** Where it waits to be decided. */
  readonly queue: Queue;
}

/** Every kind of proposal, under what one of them is called. */
export const decisionKinds = {
  fee: {
    needs: 'set fees',
    made: 'proposed',
    lapses: 'on its first day',
    steps: {
      proposed: { event: 'fee.proposed', words: 'Fee proposed' },
      confirmed: { event: 'fee.set', words: 'Fee set' },
      refused: { event: 'fee.refused', words: 'Fee refused' },
      'taken back': { event: 'fee.taken-back', words: 'Fee taken back' },
    },
    queue: {
      title: 'Fees to confirm',
      all: '/fees',
      addressOf: ({ id, organisation }) => ['/fees', { organisation, open: id }],
    },
  },
  'set of rules': {
    needs: 'set fees',
    made: 'proposed',
    lapses: 'on its first day',
    steps: {
      proposed: { event: 'rules.proposed', words: 'Rules of tickets proposed' },
      confirmed: { event: 'rules.set', words: 'Rules of tickets confirmed' },
      refused: { event: 'rules.refused', words: 'Rules of tickets refused' },
      'taken back': { event: 'rules.taken-back', words: 'Proposed rules of tickets taken back' },
    },
    queue: {
      title: 'Rules of tickets to confirm',
      all: '/ticket-rules',
      addressOf: ({ organisation }) => ['/ticket-rules', { organisation }],
    },
  },
  holiday: {
    needs: 'set fees',
    made: 'proposed',
    lapses: 'after its last day',
    steps: {
      proposed: { event: 'holiday.proposed', words: 'Holiday proposed' },
      confirmed: { event: 'holiday.declared', words: 'Holiday declared, or taken back' },
      refused: { event: 'holiday.refused', words: 'Holiday refused' },
      'taken back': { event: 'holiday.taken-back', words: 'Proposed holiday taken back' },
    },
    queue: {
      title: 'Holidays to confirm',
      all: '/ticket-rules',
      addressOf: ({ organisation }) => ['/ticket-rules', { organisation }],
    },
  },
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
  closing: {
    needs: 'close reports',
    made: 'proposed',
    steps: {
      proposed: { event: 'report.closing-proposed', words: 'Closing proposed' },
      confirmed: { event: 'report.closed', words: 'Report closed' },
      refused: { event: 'report.closing-refused', words: 'Closing refused' },
      'taken back': { event: 'report.closing-taken-back', words: 'Closing taken back' },
    },
    queue: {
      title: 'Reports to close',
      all: '/reports',
      addressOf: ({ id, report, organisation, zone, from, to }) => [
        '/reports',
        {
          kind: report,
          organisation,
          ...(zone !== null && { zone }),
          ...(report === 'unp' ? { at: to } : { from, to }),
          closing: id,
        },
      ],
    },
  },
  duty: {
    needs: 'give duties',
    made: 'proposed',
    steps: {
      proposed: { event: 'duty.proposed', words: 'Duty or switch proposed' },
      confirmed: { event: 'duty.given', words: 'Duty given, or switched on' },
      refused: { event: 'duty.refused', words: 'Duty or switch refused' },
      'taken back': { event: 'duty.taken-back', words: 'Proposed duty or switch taken back' },
    },
    queue: {
      title: 'Duties and switches to confirm',
      all: '/admin',
      addressOf: ({ id, organisation }) =>
        id === organisation ? ['/questions', { organisation }] : ['/admin', { open: id }],
    },
  },
  'switch-off': {
    needs: 'give duties',
    made: 'proposed',
    steps: {
      proposed: { event: 'switch.off-proposed', words: 'Switching off proposed' },
      confirmed: { event: 'duty.ended', words: 'Duty ended, or switched off' },
      refused: { event: 'switch.off-refused', words: 'Switching off refused' },
      'taken back': { event: 'switch.off-taken-back', words: 'Proposed switching off taken back' },
    },
    queue: {
      title: 'Switches to turn off',
      all: '/questions',
      addressOf: ({ organisation }) => ['/questions', { organisation }],
    },
  },
  correction: {
    needs: 'withdraw a booking',
    made: 'proposed',
    inZone: true,
    steps: {
      proposed: { event: 'booking.correction-proposed', words: 'Correction proposed' },
      confirmed: { event: 'booking.corrected', words: 'Corrected' },
      refused: { event: 'booking.correction-refused', words: 'Correction refused' },
      'taken back': {
        event: 'booking.correction-taken-back',
        words: 'Proposed correction taken back',
      },
    },
    queue: {
      title: 'Corrections to confirm',
      all: '/bookings',
      addressOf: ({ id }) => ['/bookings', { open: id }],
    },
  },
  'court decision': {
    needs: 'confirm court decisions',
    made: 'proposed',
    inZone: true,
    steps: {
      proposed: { event: 'booking.decision-proposed', words: 'Court’s decision proposed' },
      confirmed: {
        event: 'booking.court-decided',
        words: 'Decided in court',
        tells: {
          purpose: 'decided',
          words: 'Decided in court',
          text: '{authority}: the court has decided on ticket {plate}. See what it decided: {link}',
        },
      },
      refused: { event: 'booking.decision-refused', words: 'Court’s decision refused' },
      'taken back': {
        event: 'booking.decision-taken-back',
        words: 'Proposed court’s decision taken back',
      },
    },
    queue: {
      title: 'Decisions of courts to confirm',
      all: '/court?state=referred',
      addressOf: ({ id }) => ['/court', { open: id }],
    },
  },
  'dispute answer': {
    needs: 'uphold disputes',
    duty: 'dispute officer',
    made: 'proposed',
    inZone: true,
    steps: {
      proposed: { event: 'booking.upholding-proposed', words: 'Upholding of a dispute proposed' },
      confirmed: { event: 'booking.dispute-answered', words: 'Dispute answered' },
      refused: { event: 'booking.upholding-refused', words: 'Upholding of a dispute refused' },
      'taken back': {
        event: 'booking.upholding-taken-back',
        words: 'Proposed upholding of a dispute taken back',
      },
    },
    queue: {
      title: 'Disputes to uphold',
      all: '/disputes?state=open',
      addressOf: ({ id }) => ['/disputes', { open: id }],
    },
  },
  settlement: {
    needs: 'confirm exceptions',
    made: 'proposed',
    steps: {
      proposed: { event: 'exception.proposed', words: 'Settlement proposed' },
      confirmed: { event: 'exception.settled', words: 'Settled' },
      refused: { event: 'exception.sent-back', words: 'Settlement sent back' },
    },
    queue: {
      title: 'Settlements to confirm',
      all: '/exceptions?state=proposed',
      addressOf: ({ id }) => ['/exceptions', { state: 'proposed', open: id }],
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
          words: 'Money given back',
          text: '{authority}: money was given back for ticket {plate}. {link}',
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
      proposed: { event: 'refund.reversal-proposed', words: 'Reversal of a refund proposed' },
      confirmed: { event: 'refund.reversed', words: 'Refund reversed' },
      refused: { event: 'refund.reversal-refused', words: 'Reversal of a refund refused' },
      'taken back': {
        event: 'refund.reversal-taken-back',
        words: 'Proposed reversal of a refund taken back',
      },
    },
    queue: {
      title: 'Reversals of refunds to confirm',
      all: '/refunds',
      addressOf: ({ id }) => ['/refunds', { open: id }],
    },
  },
} as const satisfies Record<string, DecisionKind>;

export type ProposalKind = keyof typeof decisionKinds;
export const proposalKinds = Object.keys(decisionKinds) as [ProposalKind, ...ProposalKind[]];

/** The permission of whoever decides a proposal of each kind. */
export const secondPersonNeeds = Object.fromEntries(
  proposalKinds.map((kind) => [kind, decisionKinds[kind].needs]),
) as { readonly [Kind in ProposalKind]: (typeof decisionKinds)[Kind]['needs'] };

type OneOf<Steps> = Steps extends unknown ? Steps[keyof Steps] : never;
type KnownStep = OneOf<(typeof decisionKinds)[ProposalKind]['steps']>;

type DecisionEvent = KnownStep['event'];

export const decisionKindOf = (kind: ProposalKind): DecisionKind<DecisionEvent> =>
  decisionKinds[kind];

/** The steps of every kind. */
export const decisionSteps = proposalKinds.flatMap((kind) =>
  Object.values<Step>(decisionKinds[kind].steps),
) as Step<DecisionEvent>[];

/** Without a row that tells the driver of a step, there is none. */
export type DecisionPurpose = Extract<
  KnownStep,
  { readonly tells: { readonly purpose: string } }
>['tells']['purpose'];
