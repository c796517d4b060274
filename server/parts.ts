import type { Part } from './acts/part.ts';
import { activitiesPart } from './features/activities/routes.ts';
import { authPart } from './features/auth/routes.ts';
import { bookingsPart } from './features/bookings/routes.ts';
import { collisionsPart } from './features/collisions/routes.ts';
import { contactsPart } from './features/contacts/routes.ts';
import { correctionsPart } from './features/corrections/routes.ts';
import { courtPart } from './features/court/routes.ts';
import { devicesPart } from './features/devices/routes.ts';
import { disputesPart } from './features/disputes/routes.ts';
import { dossiersPart } from './features/dossiers/routes.ts';
import { dutiesPart } from './features/duties/routes.ts';
import { exceptionsPart } from './features/exceptions/routes.ts';
import { holdsPart } from './features/holds/routes.ts';
import { knownPlatesPart } from './features/known-plates/routes.ts';
import { lateRecordsPart } from './features/late-records/routes.ts';
import { mapPart } from './features/map/routes.ts';
import { messagesPart } from './features/messages/routes.ts';
import { obligationsPart } from './features/obligations/routes.ts';
import { offencePaymentsPart } from './features/offence-payments/routes.ts';
import { offencesPart } from './features/offences/routes.ts';
import { papersPart } from './features/papers/routes.ts';
import { paymentsPart } from './features/payments/routes.ts';
import { placesPart } from './features/places/routes.ts';
import { questionsPart } from './features/questions/routes.ts';
import { reconciliationPart } from './features/reconciliation/routes.ts';
import { refundsPart } from './features/refunds/routes.ts';
import { reportsPart } from './features/reports/routes.ts';
import { shiftsPart } from './features/shifts/routes.ts';
import { statisticsPart } from './features/statistics/routes.ts';
import { ticketRulesPart } from './features/ticket-rules/routes.ts';
import { usersPart } from './features/users/routes.ts';
import { viewsPart } from './features/views/routes.ts';
import { waitingPart } from './features/waiting/routes.ts';

/**
 * The parts of the product, each with its calls and with what it does about the acts of others. What
 * follows from one act happens in this order.
 */
export const parts: readonly Part[] = [
  authPart,
  usersPart,
  bookingsPart,
  correctionsPart,
  paymentsPart,
  papersPart,
  exceptionsPart,
  reconciliationPart,
  reportsPart,
  dutiesPart,
  ticketRulesPart,
  obligationsPart,
  offencePaymentsPart,
  refundsPart,
  holdsPart,
  courtPart,
  disputesPart,
  questionsPart,
  messagesPart,
  offencesPart,
  placesPart,
  shiftsPart,
  contactsPart,
  statisticsPart,
  activitiesPart,
  lateRecordsPart,
  mapPart,
  collisionsPart,
  viewsPart,
  waitingPart,
  dossiersPart,
  devicesPart,
  knownPlatesPart,
];
