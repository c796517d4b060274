import * as closings from '#contract/modules/reports/report-closings.ts';
import { exportReportRows, listReportRows } from '#contract/modules/reports/report-rows.ts';
import * as schedules from '#contract/modules/reports/report-schedules.ts';
import * as reports from '#contract/modules/reports/reports.ts';
import { serveAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import { onPrimary } from '#server/db/reading/one-read.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { exportLimit } from '#server/http/attempts.ts';
import type { Caller } from '#server/http/caller.ts';
import { heldAgainstTrail } from './against-trail.ts';
import {
  closingsOf,
  decideClosing,
  findDecided,
  proposeToClose,
  reportsToClose,
  takeBackClosing,
} from './closings.ts';
import { exportReportOf } from './commands.ts';
import { exportLedgerOf } from './ledger.ts';
import { publicFiguresRoute } from './public-figures.ts';
import { reportOf } from './queries.ts';
import { exportReportRowsOf, reportRowsOf } from './rows.ts';
import { ending, findOwnReport, scheduleOf, setting } from './schedules/commands.ts';
import { reportTroubles } from './schedules/runs.ts';
import { queueDueReport, reportQueue, workReports } from './schedules/runs.ts';

export const reportsPart: Part = {
  name: 'reports',
  heldAgainstTrail,
  routes: reportRoutes,
  views: { reports: reports.savedReport },
  openPages: publicFiguresRoute,
  chores: [{ intervalMs: 1_000, idleMs: 60_000, step: queueDueReport }],
  jobs: { queues: [reportQueue], work: workReports },
  troubles: ({ db }) => reportTroubles(db),
  queues: { closing: reportsToClose },
};

/** The reports: on a screen, as files that are signed, and by mail. */
function reportRoutes(deps: Deps): void {
  // What a replica hasn't got yet would be missing from a sum.
  deps.serve(reports.readReport, async ({ query, caller }) =>
    answered(await onPrimary(() => reportOf(deps, caller, query, reports.reportRows.screen))),
  );
  deps.serve(listReportRows, ({ query, caller }) =>
    onPrimary(() => reportRowsOf(deps, caller, query)),
  );
  deps.serve.download(
    exportReportRows,
    ({ query, actor, caller }) => onPrimary(() => exportReportRowsOf(deps, actor, caller, query)),
    exportLimit,
  );
  deps.serve.download(
    reports.exportReport,
    ({ query, actor, caller }) => onPrimary(() => exportReportOf(deps, actor, caller, query)),
    exportLimit,
  );
  deps.serve.download(
    reports.exportLedger,
    ({ query, actor, caller }) => onPrimary(() => exportLedgerOf(deps, actor, caller, query)),
    exportLimit,
  );
  deps.serve(closings.readClosings, async ({ query, caller }) =>
    answered(await onPrimary(() => closingsOf(deps, caller, query))),
  );
  deps.serve(closings.proposeClosing, async ({ body, actor, caller }) =>
    answered(await proposeToClose(deps, { actor, caller }, body)),
  );
  const find = ({ id }: { id: string }, caller: Caller) => findDecided(deps.db, caller, id);
  deps.serve.record(closings.decideClosing, find, async ({ record, body, actor, caller }) =>
    answered(await decideClosing(deps, { actor, caller }, record, body)),
  );
  deps.serve.record(closings.takeBackClosing, find, async ({ record, actor, caller }) =>
    answered(await takeBackClosing(deps, { actor, caller }, record.id)),
  );
  const findReport = ({ id }: { id: string }, caller: Caller) => findOwnReport(deps.db, caller, id);
  deps.serve.record(schedules.readSchedule, findReport, async ({ record, caller }) =>
    answered(await scheduleOf(deps, caller, record)),
  );
  serveAct(deps, schedules.setSchedule, findReport, setting(deps));
  serveAct(deps, schedules.endSchedule, findReport, ending(deps));
}
