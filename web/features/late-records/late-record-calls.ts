import type { SentBody, SentQuery } from '#contract/endpoint.ts';
import * as lateRecords from '#contract/late-records.ts';
import type { placeAndDays } from '#contract/list-filters.ts';
import { call } from '#web/api/call.ts';
import { serverThunk } from '#web/api/server-thunk.ts';
import { type ListFilters, sentFilters } from '#web/lists/filters.ts';

export const listLateRecords = serverThunk(
  'late-record/list',
  (query: SentQuery<typeof lateRecords.listLateRecords>, { signal }) =>
    call(lateRecords.listLateRecords, { query, signal }),
);

export const readLateRecord = serverThunk('late-record/read', async (id: string, { signal }) => {
  const { data } = await call(lateRecords.readLateRecord, { params: { id }, signal });
  return data;
});

export const decideLateRecord = serverThunk(
  'late-record/decide',
  async ({ id, body }: { id: string; body: SentBody<typeof lateRecords.decideLateRecord> }) => {
    const { data } = await call(lateRecords.decideLateRecord, { params: { id }, body });
    return data;
  },
);

export const countLateRecords = serverThunk(
  'late-record/officers',
  async (filters: ListFilters<typeof placeAndDays>, { signal }) => {
    const query = sentFilters(filters);
    return (await call(lateRecords.countLateRecords, { query, signal })).data;
  },
);

export const listTakenOutRecords = serverThunk(
  'late-record/taken-out',
  (query: SentQuery<typeof lateRecords.listTakenOutRecords>, { signal }) =>
    call(lateRecords.listTakenOutRecords, { query, signal }),
);
