import * as reconciliation from '#contract/reconciliation.ts';
import type { Deps } from '../../app.ts';
import { answered } from '../../http/answered.ts';
import { takeFromGateway, takeStatement } from './commands.ts';
import { compare } from './differences.ts';
import { exportReconciliationOf } from './export.ts';
import { exportDifferencesOf } from './export-differences.ts';
import { reconcile } from './queries.ts';

export function reconciliationRoutes(deps: Deps): void {
  const { serve, db } = deps;
  serve(reconciliation.readReconciliation, async ({ query, caller }) =>
    answered(await reconcile(db, caller, query)),
  );
  serve.download(reconciliation.exportReconciliation, ({ query, actor, caller }) =>
    exportReconciliationOf(db, actor, caller, query),
  );
  serve(reconciliation.readDifferences, async ({ query, caller }) =>
    answered(await compare(deps, caller, query)),
  );
  serve.download(reconciliation.exportDifferences, ({ query, actor, caller }) =>
    exportDifferencesOf(db, actor, caller, query),
  );
  serve(reconciliation.sendStatement, async ({ body, files, actor, caller }) =>
    answered(await takeStatement(deps, { actor, caller }, files[0], body)),
  );
  serve(reconciliation.fetchStatement, async ({ body, actor, caller }) =>
    answered(await takeFromGateway(deps, { actor, caller }, body)),
  );
}
