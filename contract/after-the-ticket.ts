import * as court from './court.ts';
import * as disputes from './disputes.ts';
import { holdRegister, liftHold, setHold } from './holds.ts';
import { decideHoliday, listHolidays, proposeHoliday, takeBackHoliday } from './holidays.ts';
import * as messages from './messages.ts';
import {
  decideWaiver,
  endObligation,
  obligationRegister,
  reopenObligation,
} from './obligations.ts';
import { exportOffencePayments, listOffencePayments } from './offence-payments.ts';
import * as refunds from './refunds.ts';
import { callsOf } from './register.ts';
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
  listHolidays,
  proposeHoliday,
  decideHoliday,
  takeBackHoliday,
  readRulesOfTicket,
  readMessageSender,
  readTicketOffer,
  ...callsOf('Obligations', obligationRegister),
  endObligation,
  decideWaiver,
  reopenObligation,
  listOffencePayments,
  exportOffencePayments,
  listRefunds: refunds.listRefunds,
  readRefund: refunds.readRefund,
  proposeRefund: refunds.proposeRefund,
  proposeExceptionRefund: refunds.proposeExceptionRefund,
  proposeReversal: refunds.proposeReversal,
  decideRefund: refunds.decideRefund,
  takeBackRefund: refunds.takeBackRefund,
  ...callsOf('Holds', holdRegister),
  setHold,
  liftHold,
  ...callsOf('Cases', court.caseRegister),
  readCase: court.readCase,
  draftCases: court.draftCases,
  leaveDraft: court.leaveDraft,
  lockBatch: court.lockBatch,
  confirmOutcome: court.confirmOutcome,
  takeBackOutcome: court.takeBackOutcome,
  noteHearing: court.noteHearing,
  noteOutcome: court.noteOutcome,
  exportCaseFile: court.exportCaseFile,
  readCaseFile: court.readCaseFile,
  ...callsOf('Disputes', disputes.disputeRegister),
  countDisputes: disputes.countDisputes,
  readDispute: disputes.readDispute,
  printDispute: disputes.printDispute,
  answerDispute: disputes.answerDispute,
  proposeUpholding: disputes.proposeUpholding,
  decideUpholding: disputes.decideUpholding,
  takeBackUpholding: disputes.takeBackUpholding,
  ...callsOf('Messages', messages.messageRegister),
  countMessages: messages.countMessages,
  readOptOut: messages.readOptOut,
  changeOptOut: messages.changeOptOut,
  reportMessage: messages.reportMessage,
} as const;
