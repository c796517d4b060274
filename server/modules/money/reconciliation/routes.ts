import * as differences from '#contract/modules/money/differences.ts';
import * as reconciliation from '#contract/modules/money/reconciliation.ts';
import type { Statement } from '#contract/modules/money/statements.ts';
import * as statements from '#contract/modules/money/statements.ts';
import { stateOfOrganisation } from '#contract/places.ts';
import type { Part } from '#server/acts/part.ts';
import { onPrimary } from '#server/db/reading/one-read.ts';
import type { Deps } from '#server/deps.ts';
import { inBackground, tellAdmins } from '#server/features/users/commands.ts';
import { answered } from '#server/http/answered.ts';
import { exportLimit } from '#server/http/attempts.ts';
import type { Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { heldAgainstTrail } from './against-trail.ts';
import { takeFromGateway, takeStatement } from './commands.ts';
import { decide, statementsToConfirm, takeBack } from './decisions.ts';
import { compare } from './differences.ts';
import { exportDifferencesOf } from './export-differences.ts';
import { exportReconciliationOf } from './export.ts';
import { reconcile } from './queries.ts';
import { lookAtStatement } from './sent-file.ts';
import { findStatement } from './statements.ts';

export const reconciliationPart: Part = {
  name: 'reconciliation',
  heldAgainstTrail,
  routes: reconciliationRoutes,
  queues: { statement: statementsToConfirm },
};

function reconciliationRoutes(deps: Deps): void {
  const { serve, gateways, reports } = deps;
  // A payment that a replica hasn't got yet would be missing from a sum, or shown as one that is.
  serve(reconciliation.readReconciliation, async ({ query, caller }) =>
    answered(await onPrimary(() => reconcile(reports, caller, query))),
  );
  serve.download(
    reconciliation.exportReconciliation,
    ({ query, actor, caller }) =>
      onPrimary(() => exportReconciliationOf(deps, actor, caller, query)),
    exportLimit,
  );
  serve(differences.readDifferences, async ({ query, caller }) =>
    answered(await onPrimary(() => compare({ db: reports, gateways }, caller, query))),
  );
  serve.download(
    differences.exportDifferences,
    ({ query, actor, caller }) => onPrimary(() => exportDifferencesOf(deps, actor, caller, query)),
    exportLimit,
  );
  const taken = <S extends Statement>(caller: Caller, statement: Outcome<S>) => {
    if (!(statement instanceof Refusal)) inBackground(deps, tellOf(deps, caller, statement));
    return answered(statement);
  };
  serve(statements.sendStatement, async ({ body, files, actor, caller }) =>
    taken(caller, await takeStatement(deps, { actor, caller }, files[0], body)),
  );
  serve(statements.readColumns, async ({ body, files, actor, caller }) =>
    answered(await lookAtStatement(deps, { actor, caller }, files[0], body)),
  );
  serve(statements.fetchStatement, async ({ body, actor, caller }) =>
    answered(await takeFromGateway(deps, { actor, caller }, body)),
  );
  const find = ({ id }: { id: string }, caller: Caller) => findStatement(deps.db, caller, id);
  serve.record(statements.decideStatement, find, async ({ record, body, actor, caller }) =>
    answered(await decide(deps, { actor, caller }, record.id, body)),
  );
  serve.record(statements.takeBackStatement, find, async ({ record, actor, caller }) =>
    answered(await takeBack(deps, { actor, caller }, record.id)),
  );
}

const tellOf = (deps: Deps, caller: Caller, { organisation, gateway, from, to }: Statement) =>
  tellAdmins(deps, caller, {
    state: stateOfOrganisation(organisation),
    subject: `A statement for ${organisation} was sent`,
    text: `${caller.name} has sent a statement from ${gateway} for ${from} to ${to}. Hanya will compare the statement with the payments once another state admin confirms it.`,
  });
