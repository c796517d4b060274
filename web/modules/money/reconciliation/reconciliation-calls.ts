import type { QueryOf, ResponseOf, SentBody } from '#contract/endpoint.ts';
import type { ExportFormat } from '#contract/list-filters.ts';
import * as differences from '#contract/modules/money/differences.ts';
import * as reconciliation from '#contract/modules/money/reconciliation.ts';
import * as statements from '#contract/modules/money/statements.ts';
import { callFile } from '#web/api/call.ts';
import { upload } from '#web/api/upload.ts';

export type ReconciliationQuery = QueryOf<typeof reconciliation.readReconciliation>;
export type DifferencesQuery = QueryOf<typeof differences.readDifferences>;

/** Sends the bank's file; rejects with a `CallFailure` that says what is wrong in it. */
export async function sendStatement(file: File, body: SentBody<typeof statements.sendStatement>) {
  const files = [{ name: 'file', file }];
  return (await upload(statements.sendStatement, { body, files })).data;
}

export type StatementColumns = ResponseOf<typeof statements.readColumns>['data'];

/** Asks what the columns of the bank's file are; rejects like `sendStatement`. */
export async function readColumns(file: File, body: SentBody<typeof statements.readColumns>) {
  const files = [{ name: 'file', file }];
  return (await upload(statements.readColumns, { body, files })).data;
}

export const fetchReconciliationFile = (query: ReconciliationQuery, format: ExportFormat) =>
  callFile(reconciliation.exportReconciliation, { query: { ...query, format } });

export const fetchDifferencesFile = (
  { from, to, organisation }: DifferencesQuery,
  format: ExportFormat,
) => callFile(differences.exportDifferences, { query: { from, to, organisation, format } });
