import type { AuditEvent } from './events.ts';
import type { Permission } from './roles.ts';

/** A kind of what one person proposes and another decides. */
interface DecisionKind {
  /** The permission of whoever decides it. */
  readonly needs: Permission;
  /** Refusals say with this word what its proposer did. */
  readonly made: 'proposed' | 'sent';
  /** It begins on a day, and nobody decides it from that day on. */
  readonly lapses?: true;
  /** The audit trail names its steps by these; null where nobody takes one back. */
  readonly events: {
    readonly proposed: AuditEvent;
    readonly confirmed: AuditEvent;
    readonly refused: AuditEvent;
    readonly 'taken back': AuditEvent | null;
  };
}

/** Every kind of proposal, under what one of them is called. */
export const decisionKinds = {
  fee: {
    needs: 'set fees',
    made: 'proposed',
    lapses: true,
    events: {
      proposed: 'fee.proposed',
      confirmed: 'fee.set',
      refused: 'fee.refused',
      'taken back': 'fee.taken-back',
    },
  },
  'set of rules': {
    needs: 'set fees',
    made: 'proposed',
    lapses: true,
    events: {
      proposed: 'rules.proposed',
      confirmed: 'rules.set',
      refused: 'rules.refused',
      'taken back': 'rules.taken-back',
    },
  },
  statement: {
    needs: 'reconcile',
    made: 'sent',
    events: {
      proposed: 'statement.sent',
      confirmed: 'statement.confirmed',
      refused: 'statement.refused',
      'taken back': 'statement.taken-back',
    },
  },
  closing: {
    needs: 'close reports',
    made: 'proposed',
    events: {
      proposed: 'report.closing-proposed',
      confirmed: 'report.closed',
      refused: 'report.closing-refused',
      'taken back': 'report.closing-taken-back',
    },
  },
  duty: {
    needs: 'give duties',
    made: 'proposed',
    events: {
      proposed: 'duty.proposed',
      confirmed: 'duty.given',
      refused: 'duty.refused',
      'taken back': 'duty.taken-back',
    },
  },
  settlement: {
    needs: 'confirm exceptions',
    made: 'proposed',
    events: {
      proposed: 'exception.proposed',
      confirmed: 'exception.settled',
      refused: 'exception.sent-back',
      'taken back': null,
    },
  },
} as const satisfies Record<string, DecisionKind>;

export type ProposalKind = keyof typeof decisionKinds;
export const proposalKinds = Object.keys(decisionKinds) as [ProposalKind, ...ProposalKind[]];

/** The permission of whoever decides a proposal of each kind. */
export const secondPersonNeeds = Object.fromEntries(
  proposalKinds.map((kind) => [kind, decisionKinds[kind].needs]),
) as { readonly [Kind in ProposalKind]: (typeof decisionKinds)[Kind]['needs'] };
