import type { QueryOf, SentBody } from '#contract/endpoint.ts';
import type { ExportFormat } from '#contract/list-filters.ts';
import { listPlaces } from '#contract/places.ts';
import * as contract from '#contract/reconciliation.ts';
import { call, callFile } from '#web/lib/api.ts';
import { serverThunk } from '#web/lib/server-thunk.ts';
import { upload } from '#web/lib/upload.ts';

export type ReconciliationQuery = QueryOf<typeof contract.readReconciliation>;
export type DifferencesQuery = QueryOf<typeof contract.readDifferences>;

export const readReconciliation = serverThunk(
  'reconciliation/read',
  async (query: ReconciliationQuery, { signal }) =>
    (await call(contract.readReconciliation, { query, signal })).data,
);

export const readDifferences = serverThunk(
  'reconciliation/differences',
  async (query: DifferencesQuery, { signal }) =>
    (await call(contract.readDifferences, { query, signal })).data,
);

export const fetchStatement = serverThunk(
  'reconciliation/fetch',
  async (body: SentBody<typeof contract.fetchStatement>) =>
    (await call(contract.fetchStatement, { body })).data,
);

export const loadPlaces = serverThunk(
  'reconciliation/places',
  async (_: undefined, { signal }) => (await call(listPlaces, { signal })).data,
);

/** Sends the bank's file; rejects with a `CallFailure` that says what is wrong in it. */
export async function sendStatement(file: File, body: SentBody<typeof contract.sendStatement>) {
  const files = [{ name: 'file', file }];
  return (await upload(contract.sendStatement, { body, files })).data;
}

export const fetchReconciliationFile = (query: ReconciliationQuery, format: ExportFormat) =>
  callFile(contract.exportReconciliation, { query: { ...query, format } });

export const fetchDifferencesFile = (
  { from, to, organisation }: DifferencesQuery,
  format: ExportFormat,
) => callFile(contract.exportDifferences, { query: { from, to, organisation, format } });
