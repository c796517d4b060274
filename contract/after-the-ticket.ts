import * as court from './court.ts';
import * as disputes from './disputes.ts';
import { exportHolds, liftHold, listHolds, setHold } from './holds.ts';
import * as messages from './messages.ts';
import { decideWaiver, endObligation, exportObligations, listObligations } from './obligations.ts';
import { exportOffencePayments, listOffencePayments } from './offence-payments.ts';
import * as refunds from './refunds.ts';
import {
  decideTicketRules,
  listTicketRules,
  proposeTicketRules,
  readRulesOfTicket,
  readMessageSender,
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
  readMessageSender,
  readTicketOffer,
  listObligations,
  exportObligations,
  endObligation,
  decideWaiver,
  listOffencePayments,
  exportOffencePayments,
  listRefunds: refunds.listRefunds,
  readRefund: refunds.readRefund,
  proposeRefund: refunds.proposeRefund,
  proposeExceptionRefund: refunds.proposeExceptionRefund,
  proposeReversal: refunds.proposeReversal,
  decideRefund: refunds.decideRefund,
  takeBackRefund: refunds.takeBackRefund,
  listHolds,
  exportHolds,
  setHold,
  liftHold,
  listCases: court.listCases,
  exportCases: court.exportCases,
  readCase: court.readCase,
  draftCases: court.draftCases,
  leaveDraft: court.leaveDraft,
  lockBatch: court.lockBatch,
  confirmOutcome: court.confirmOutcome,
  takeBackOutcome: court.takeBackOutcome,
  noteHearing: court.noteHearing,
  noteOutcome: court.noteOutcome,
  exportCaseFile: court.exportCaseFile,
  listDisputes: disputes.listDisputes,
  exportDisputes: disputes.exportDisputes,
  countDisputes: disputes.countDisputes,
  readDispute: disputes.readDispute,
  printDispute: disputes.printDispute,
  answerDispute: disputes.answerDispute,
  listMessages: messages.listMessages,
  countMessages: messages.countMessages,
  exportMessages: messages.exportMessages,
  readOptOut: messages.readOptOut,
  changeOptOut: messages.changeOptOut,
  reportMessage: messages.reportMessage,
} as const;
