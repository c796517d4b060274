import * as differences from '#contract/differences.ts';
import * as reconciliation from '#contract/reconciliation.ts';
import * as statements from '#contract/statements.ts';
import { onPrimary } from '#server/db/one-read.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { exportLimit } from '#server/http/attempts.ts';
import { takeFromGateway, takeStatement } from './commands.ts';
import { compare } from './differences.ts';
import { exportReconciliationOf } from './export.ts';
import { exportDifferencesOf } from './export-differences.ts';
import { reconcile } from './queries.ts';

export function reconciliationRoutes(deps: Deps): void {
  const { serve, gateways, reports } = deps;
  serve(reconciliation.readReconciliation, async ({ query, caller }) =>
    answered(await reconcile(reports, caller, query)),
  );
  serve.download(
    reconciliation.exportReconciliation,
    ({ query, actor, caller }) => exportReconciliationOf(deps, actor, caller, query),
    exportLimit,
  );
  serve(differences.readDifferences, async ({ query, caller }) =>
    // A payment that the replica hasn't got yet would be shown as one that is missing.
    answered(await onPrimary(() => compare({ db: reports, gateways }, caller, query))),
  );
  serve.download(
    differences.exportDifferences,
    ({ query, actor, caller }) => onPrimary(() => exportDifferencesOf(deps, actor, caller, query)),
    exportLimit,
  );
  serve(statements.sendStatement, async ({ body, files, actor, caller }) =>
    answered(await takeStatement(deps, { actor, caller }, files[0], body)),
  );
  serve(statements.fetchStatement, async ({ body, actor, caller }) =>
    answered(await takeFromGateway(deps, { actor, caller }, body)),
  );
}
