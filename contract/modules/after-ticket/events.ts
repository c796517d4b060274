import type { DecisionKind } from '../../decisions.ts';
import type { OwnKind } from '../../waiting.ts';

/** The module writes these events into the audit trail. */
export const events = {
  'paper.printed': 'Paper printed',
  'booking.message-sent': 'Message sent',
  'booking.opted-out': 'Messages stopped or begun again',
  'booking.code-asked': 'Code for the page asked for',
  'messages.exported': 'Messages exported',
  'message.reported': 'Report of a message received',
  'booking.obligation-done': 'Obligation done',
  'booking.obligation-reopened': 'Obligation opened again',
  'booking.waiver-asked': 'Waiver of an obligation asked for',
  'booking.obligation-waived': 'Obligation waived',
  'booking.waiver-refused': 'Obligation kept',
  'booking.days-moved': 'Days moved',
  'booking.court-listed': 'Put into a batch for court',
  'booking.court-left': 'Taken off a batch for court',
  'booking.referred': 'Referred to court',
  'booking.hearing-noted': 'Hearing noted',
  'booking.case-file-made': 'Case file made',
  'booking.case-file-fetched': 'Case file fetched',
  'booking.disputed': 'Dispute received',
  'booking.dispute-printed': 'Dispute printed',
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
} as const satisfies Record<string, DecisionKind>;

/** These wait for somebody to decide, and nobody has proposed them. */
export const waiting = {
  dispute: {
    needs: 'answer disputes',
    ofSuperior: true,
    title: 'Disputes to answer',
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
    title: 'Court cases that stand still',
    all: '/court?state=referred',
    addressOf: ({ id }) => ['/court', { open: id }],
  },
} as const satisfies Record<string, OwnKind>;
