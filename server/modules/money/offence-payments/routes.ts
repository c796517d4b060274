import * as contract from '#contract/modules/money/offence-payments.ts';
import type { Part } from '#server/acts/part.ts';
import { onPrimary } from '#server/db/reading/one-read.ts';
import type { Deps } from '#server/deps.ts';
import { exportLimit } from '#server/http/attempts.ts';
import { exportOffencePaymentsOf } from './commands.ts';
import { listOffencePaymentsOf } from './queries.ts';

export const offencePaymentsPart: Part = {
  name: 'offence payments',
  routes: offencePaymentRoutes,
};

function offencePaymentRoutes(deps: Deps): void {
  const { serve, reports } = deps;
  // A payment that a replica hasn't got yet would be missing from a sum.
  serve(contract.listOffencePayments, ({ query, caller }) =>
    onPrimary(() => listOffencePaymentsOf(reports, caller, query)),
  );
  serve.download(
    contract.exportOffencePayments,
    ({ query, caller, actor }) =>
      onPrimary(() => exportOffencePaymentsOf(deps, actor, caller, query)),
    exportLimit,
  );
}
