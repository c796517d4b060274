import type { DecisionKind } from '../../decisions.ts';
import type { OwnKind } from '../../waiting.ts';

/** The module writes these events into the audit trail. */
export const events = {
  'paper.printed': 'Paper printed',
  'booking.message-sent': 'Message sent',
  'booking.opted-out': 'Messages stopped or restarted',
  'booking.code-asked': 'Code for the ticket page requested',
  'messages.exported': 'Messages exported',
  'message.reported': 'Delivery report received',
  'booking.obligation-done': 'Obligation done',
  'booking.obligation-reopened': 'Obligation reopened',
  'booking.waiver-asked': 'Waiver of an obligation requested',
  'booking.obligation-waived': 'Obligation waived',
  'booking.waiver-refused': 'Waiver of an obligation refused',
  'booking.days-moved': 'Due dates moved',
  'booking.court-listed': 'Added to a court batch',
  'booking.court-left': 'Removed from a court batch',
  'booking.referred': 'Referred to court',
  'booking.hearing-noted': 'Hearing recorded',
  'booking.case-file-made': 'Case file created',
  'booking.case-file-fetched': 'Case file downloaded',
  'booking.disputed': 'Objection received',
  'booking.dispute-printed': 'Objection printed',
  'cases.exported': 'Court cases exported',
  'booking.held': 'Held for a court or authority',
  'booking.hold-lifted': 'Hold lifted',
  'ticket.shown': 'Shown to the driver',
} as const satisfies Record<string, string>;

/** Two people decide these: one proposes, another confirms. */
export const decisions = {
  'set of rules': {
    needs: 'set fees',
    made: 'proposed',
    lapses: 'on its first day',
    steps: {
      proposed: { event: 'rules.proposed', words: 'Ticket rules proposed' },
      confirmed: { event: 'rules.set', words: 'Ticket rules confirmed' },
      refused: { event: 'rules.refused', words: 'Ticket rules refused' },
      'taken back': { event: 'rules.taken-back', words: 'Proposed ticket rules taken back' },
    },
    queue: {
      title: 'Ticket rules to confirm',
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
      confirmed: { event: 'holiday.declared', words: 'Holiday declared or cancelled' },
      refused: { event: 'holiday.refused', words: 'Holiday refused' },
      'taken back': { event: 'holiday.taken-back', words: 'Proposed holiday taken back' },
    },
    queue: {
      title: 'Holidays to confirm',
      all: '/ticket-rules',
      addressOf: ({ organisation }) => ['/ticket-rules', { organisation }],
    },
  },
  'court decision': {
    needs: 'confirm court decisions',
    made: 'proposed',
    inZone: true,
    steps: {
      proposed: { event: 'booking.decision-proposed', words: 'Court decision proposed' },
      confirmed: {
        event: 'booking.court-decided',
        words: 'Decided in court',
        tells: {
          purpose: 'decided',
          words: 'Decided in court',
          text: '{authority}: the court has decided on ticket {plate}. See the decision: {link}',
        },
      },
      refused: { event: 'booking.decision-refused', words: 'Proposed court decision refused' },
      'taken back': {
        event: 'booking.decision-taken-back',
        words: 'Proposed court decision taken back',
      },
    },
    queue: {
      title: 'Court decisions to confirm',
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
      proposed: { event: 'booking.upholding-proposed', words: 'Proposal to uphold an objection' },
      confirmed: { event: 'booking.dispute-answered', words: 'Objection answered' },
      refused: {
        event: 'booking.upholding-refused',
        words: 'Refused a proposal to uphold an objection',
      },
      'taken back': {
        event: 'booking.upholding-taken-back',
        words: 'Proposal to uphold an objection taken back',
      },
    },
    queue: {
      title: 'Objections to uphold',
      all: '/disputes?state=open',
      addressOf: ({ id }) => ['/disputes', { open: id }],
    },
  },
} as const satisfies Record<string, DecisionKind>;

/** These wait for somebody to decide, and nobody has proposed them. */
export const waiting = {
  dispute: {
    needs: 'answer disputes',
    ofSuperior: true,
    title: 'Objections to answer',
    all: '/disputes',
    addressOf: ({ id }) => ['/disputes', { open: id }],
  },
  waiver: {
    needs: 'withdraw a booking',
    title: 'Waivers to confirm',
    all: '/obligations?state=waiver+asked',
    addressOf: ({ id }) => ['/obligations', { state: 'waiver asked', open: id }],
  },
  'court case': {
    needs: 'confirm court decisions',
    title: 'Stalled court cases',
    all: '/court?state=referred',
    addressOf: ({ id }) => ['/court', { open: id }],
  },
} as const satisfies Record<string, OwnKind>;
