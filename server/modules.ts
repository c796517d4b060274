import type { Part } from './acts/part.ts';
import { activitiesPart } from './features/activities/routes.ts';
import { authPart } from './features/auth/routes.ts';
import { bookingsPart } from './features/bookings/routes.ts';
import { collisionsPart } from './features/collisions/routes.ts';
import { contactsPart } from './features/contacts/routes.ts';
import { correctionsPart } from './features/corrections/routes.ts';
import { dossiersPart } from './features/dossiers/routes.ts';
import { dutiesPart } from './features/duties/routes.ts';
import { exceptionsPart } from './features/exceptions/routes.ts';
import { historyPart } from './features/history/routes.ts';
import { knownPlatesPart } from './features/known-plates/routes.ts';
import { languagesPart } from './features/languages/routes.ts';
import { lateRecordsPart } from './features/late-records/routes.ts';
import { lookupsPart } from './features/lookups/routes.ts';
import { mapPart } from './features/map/routes.ts';
import { offencesPart } from './features/offences/routes.ts';
import { paymentsPart } from './features/payments/routes.ts';
import { placesPart } from './features/places/routes.ts';
import { statisticsPart } from './features/statistics/routes.ts';
import { usersPart } from './features/users/routes.ts';
import { viewsPart } from './features/views/routes.ts';
import { waitingPart } from './features/waiting/routes.ts';
import { afterTicketModule } from './modules/after-ticket/module.ts';
import { fieldWorkModule } from './modules/field-work/module.ts';
import type { Module } from './modules/module.ts';
import { moneyModule } from './modules/money/module.ts';
import { reportsModule } from './modules/reports/module.ts';

/** The core: what the product is without any module. */
const core: readonly Part[] = [
  authPart,
  usersPart,
  bookingsPart,
  correctionsPart,
  paymentsPart,
  exceptionsPart,
  dutiesPart,
  offencesPart,
  placesPart,
  contactsPart,
  languagesPart,
  statisticsPart,
  activitiesPart,
  lateRecordsPart,
  mapPart,
  collisionsPart,
  viewsPart,
  waitingPart,
  dossiersPart,
  knownPlatesPart,
  historyPart,
  lookupsPart,
];

/** The modules around the core, which knows none of them. */
export const modules: readonly Module[] = [
  moneyModule,
  afterTicketModule,
  reportsModule,
  fieldWorkModule,
];

/**
 * The parts of the product, each with its calls and with what it does about the acts of others. What
 * follows from one act happens in this order.
 */
export const partsOf = ({
  modules: which,
}: {
  readonly modules: 'all' | 'none';
}): readonly Part[] =>
  which === 'none' ? core : [...core, ...modules.flatMap(({ parts }) => parts)];

export const allParts = partsOf({ modules: 'all' });
