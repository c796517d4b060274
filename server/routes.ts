import type { FastifyInstance } from 'fastify';
import { createBooking } from '#contract/bookings.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { lastDrill } from './backup/drill.ts';
import { newestBackup } from './backup/nightly.ts';
import type { Deps } from './deps.ts';
import { activityRoutes } from './features/activities/routes.ts';
import { authRoutes } from './features/auth/routes.ts';
import { makeBooking } from './features/bookings/commands.ts';
import { findBooking } from './features/bookings/queries.ts';
import { bookingRoutes } from './features/bookings/routes.ts';
import { type Stores, storedAs } from './features/brought-in-records/commands.ts';
import { broughtInRecordRoutes } from './features/brought-in-records/routes.ts';
import { recordCollision } from './features/collisions/commands.ts';
import { comingFilesOf, findCollision, wholeCollisions } from './features/collisions/queries.ts';
import { collisionRoutes } from './features/collisions/routes.ts';
import { takeParts } from './features/collisions/upload.ts';
import { contactRoutes } from './features/contacts/routes.ts';
import { courtRoutes } from './features/court/routes.ts';
import { deviceRoutes } from './features/devices/routes.ts';
import { disputeRoutes } from './features/disputes/routes.ts';
import { dossierRoutes } from './features/dossiers/routes.ts';
import { dutyRoutes } from './features/duties/routes.ts';
import { findException } from './features/exceptions/queries.ts';
import { exceptionRoutes } from './features/exceptions/routes.ts';
import { fileRoutes } from './features/files/routes.ts';
import type { Reads } from './features/history/queries.ts';
import { historyRoutes } from './features/history/routes.ts';
import { holdRoutes } from './features/holds/routes.ts';
import { knownPlateRoutes } from './features/known-plates/routes.ts';
import { lateRecordRoutes } from './features/late-records/routes.ts';
import { liveRoutes } from './features/live/routes.ts';
import { createStreams } from './features/live/streams.ts';
import { lookupRoutes } from './features/lookups/routes.ts';
import { mapRoutes } from './features/map/routes.ts';
import { messageRoutes } from './features/messages/routes.ts';
import { obligationRoutes } from './features/obligations/routes.ts';
import { offencePaymentRoutes } from './features/offence-payments/routes.ts';
import { offenceRoutes } from './features/offences/routes.ts';
import { measureInstallation } from './features/operations/queries.ts';
import { operationRoutes } from './features/operations/routes.ts';
import { publicTicketRoutes } from './features/papers/public-routes.ts';
import { paperRoutes } from './features/papers/routes.ts';
import { paymentRoutes } from './features/payments/routes.ts';
import { placeRoutes } from './features/places/routes.ts';
import { questionRoutes } from './features/questions/routes.ts';
import { reconciliationRoutes } from './features/reconciliation/routes.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { shiftRoutes } from './features/shifts/routes.ts';
import { statisticsRoutes } from './features/statistics/routes.ts';
import { ticketRulesRoutes } from './features/ticket-rules/routes.ts';
import { pictureAddresses, readUser } from './features/users/queries.ts';
import { userRoutes } from './features/users/routes.ts';
import { viewRoutes } from './features/views/routes.ts';
import { waitingRoutes } from './features/waiting/routes.ts';
import { answerMetrics } from './http/metrics.ts';
import { Refusal } from './http/refusal.ts';
import { type FiguresOfAll, gauge } from './process/metrics.ts';

/** The features that answer calls: the table of contents of the product. */
export function answerCalls(
  server: FastifyInstance,
  deps: Deps,
  figuresOfAll?: () => Promise<FiguresOfAll>,
): void {
  const { config, db } = deps;
  const reads: Reads = {
    booking: (caller, id) => findBooking(db, caller, id),
    collision: (caller, id) => findCollision(deps, caller, id),
    user: (caller, id) => readUser(db, caller, id, pictureAddresses(deps)),
    exception: (caller, id) => findException(db, caller, id),
  };
  const stores: Stores = {
    booking: storedAs(createBooking, async (actor, officer, body, broughtIn) => {
      const made = await makeBooking(deps, actor, officer, body, broughtIn);
      return made instanceof Refusal ? made : { files: [], isNew: made.isNew };
    }),
    collision: storedAs(createCollision, async (actor, officer, body, broughtIn) => {
      const made = await recordCollision(deps, actor, officer, body, [], broughtIn);
      if (made instanceof Refusal) return made;
      return { files: await comingFilesOf(deps, made.collision._id), isNew: made.isNew };
    }),
  };
  authRoutes(deps);
  userRoutes(deps);
  bookingRoutes(deps);
  paymentRoutes(deps);
  paperRoutes(deps);
  publicTicketRoutes(server, deps);
  exceptionRoutes(deps);
  reconciliationRoutes(deps);
  reportRoutes(deps);
  dutyRoutes(deps);
  ticketRulesRoutes(deps);
  obligationRoutes(deps);
  offencePaymentRoutes(deps);
  holdRoutes(deps);
  courtRoutes(deps);
  disputeRoutes(deps);
  questionRoutes(deps);
  messageRoutes(deps);
  offenceRoutes(deps);
  placeRoutes(deps);
  shiftRoutes(deps);
  contactRoutes(deps);
  statisticsRoutes(deps);
  activityRoutes(deps);
  historyRoutes(deps, reads);
  lateRecordRoutes(deps);
  broughtInRecordRoutes(deps, stores);
  lookupRoutes(deps, reads);
  mapRoutes(deps);
  collisionRoutes(deps);
  takeParts(server, deps, deps.sessions.authenticate);
  viewRoutes(deps);
  waitingRoutes(deps);
  dossierRoutes(deps);
  deviceRoutes(deps);
  knownPlateRoutes(deps);
  fileRoutes(server, deps);

  const surroundings = {
    newestBackup: async () =>
      config.backupDir === undefined ? undefined : newestBackup(config.backupDir),
    lastDrill: async () => (config.backupDir === undefined ? null : lastDrill(config.backupDir)),
    processes: async () => (await figuresOfAll?.())?.answering ?? 1,
    isReplicaBehind: deps.isReplicaBehind,
  };
  operationRoutes(deps, surroundings);
  answerMetrics(server, {
    token: config.metricsToken,
    ofAll: figuresOfAll,
    measure: () => measureInstallation(deps, surroundings),
  });

  const streams = createStreams(deps, { collision: (ids) => wholeCollisions(deps, ids) });
  liveRoutes(deps, streams);
  gauge({ name: 'hanya_live_listeners', help: 'Open live streams' }, () => [[{}, streams.count()]]);
  // An open stream would keep the server from closing.
  server.addHook('preClose', () => streams.stop());
}
