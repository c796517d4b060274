import type { Module } from '../module.ts';
import { collisionPapersPart } from './collision-papers/routes.ts';
import { courtPart } from './court/routes.ts';
import { disputesPart } from './disputes/routes.ts';
import { holdsPart } from './holds/routes.ts';
import { messagesPart } from './messages/routes.ts';
import { obligationsPart } from './obligations/routes.ts';
import { papersPart } from './papers/routes.ts';
import { ticketRulesPart } from './ticket-rules/routes.ts';

export const afterTicketModule: Module = {
  name: 'what follows a ticket',
  parts: [
    papersPart,
    collisionPapersPart,
    ticketRulesPart,
    obligationsPart,
    holdsPart,
    courtPart,
    disputesPart,
    messagesPart,
  ],
  tables: [
    'ticket_rules',
    'holidays',
    'obligations',
    'holds',
    'court_cases',
    'disputes',
    'messages',
    'opt_outs',
  ],
  proposals: ['set of rules', 'holiday', 'court decision', 'dispute answer'],
};
