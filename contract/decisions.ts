import type { HeldDuty } from './duties.ts';
import type { AuditEvent } from './events.ts';
import { moduleDecisions } from './modules/events.ts';
import type { Permission } from './roles.ts';
import type { Queue } from './waiting.ts';

/** A message to a driver, or to whoever owns the ticket. */
export interface Told {
  /** Lists name it so, such as "Payment received". */
  readonly words: string;
  /** It follows this event; a reminder follows a day. */
  readonly after?: AuditEvent;
  /** It is about money, so that a ticket of nothing has none. */
  readonly ofMoney?: true;
  /** It asks for the money: it stops once the ticket is paid or withdrawn. */
  readonly asks?: true;
  /** It goes to a number that is not the driver's, so that it says nothing of the ticket. */
  readonly toStranger?: true;
  /** The text that an organisation begins with. A ticket is an offer: pay or object. */
  readonly text: string;
}

/** A step of a proposal in the audit trail. */
interface Step<Event = string> {
  readonly event: Event;
  /** In a history and among the activities. */
  readonly words: string;
  /** The driver hears this then. The trail files such a step under its ticket. */
  readonly tells?: Omit<Told, 'after'> & { readonly purpose: string };
}

/** A kind of what one person proposes and another decides. */
export interface DecisionKind<Event = string> {
  /** The permission of whoever decides it. */
  readonly needs: Permission;
  /** Booking officers decide it with this duty alone. */
  readonly duty?: HeldDuty;
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
      confirmed: { event: 'fee.set', words: 'Fee confirmed' },
      refused: { event: 'fee.refused', words: 'Fee refused' },
      'taken back': { event: 'fee.taken-back', words: 'Proposed fee taken back' },
    },
    queue: {
      title: 'Fees to confirm',
      all: '/fees',
      addressOf: ({ id, organisation }) => ['/fees', { organisation, open: id }],
    },
  },
  duty: {
    needs: 'give duties',
    made: 'proposed',
    steps: {
      proposed: { event: 'duty.proposed', words: 'Duty or switch proposed' },
      confirmed: { event: 'duty.given', words: 'Duty given or switch turned on' },
      refused: { event: 'duty.refused', words: 'Proposed duty or switch refused' },
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
      proposed: { event: 'switch.off-proposed', words: 'Proposal to turn off a switch' },
      confirmed: { event: 'duty.ended', words: 'Duty ended or switch turned off' },
      refused: { event: 'switch.off-refused', words: 'Proposal to turn off a switch refused' },
      'taken back': {
        event: 'switch.off-taken-back',
        words: 'Proposal to turn off a switch taken back',
      },
    },
    queue: {
      title: 'Proposals to turn off switches',
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
  settlement: {
    needs: 'confirm exceptions',
    made: 'proposed',
    steps: {
      proposed: { event: 'exception.proposed', words: 'Settlement proposed' },
      confirmed: { event: 'exception.settled', words: 'Settled' },
      refused: { event: 'exception.sent-back', words: 'Settlement refused' },
    },
    queue: {
      title: 'Settlements to confirm',
      all: '/exceptions?state=proposed',
      addressOf: ({ id }) => ['/exceptions', { state: 'proposed', open: id }],
    },
  },
  ...moduleDecisions,
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
