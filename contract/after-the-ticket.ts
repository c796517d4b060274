import { decideWaiver, endObligation, exportObligations, listObligations } from './obligations.ts';
import {
  decideTicketRules,
  listTicketRules,
  proposeTicketRules,
  readRulesOfTicket,
  readTicketOffer,
  takeBackTicketRules,
} from './ticket-rules.ts';

/** The calls about what follows a ticket that isn't simply paid. */
export const afterTheTicket = {
  listTicketRules,
  proposeTicketRules,
  decideTicketRules,
  takeBackTicketRules,
  readRulesOfTicket,
  readTicketOffer,
  listObligations,
  exportObligations,
  endObligation,
  decideWaiver,
} as const;
