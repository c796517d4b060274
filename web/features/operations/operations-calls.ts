import type { QueryOf } from '#contract/endpoint.ts';
import * as operations from '#contract/operations.ts';
import { call } from '#web/api/call.ts';
import { serverThunk } from '#web/api/server-thunk.ts';

export const readOperations = serverThunk(
  'operations/read',
  async (_nothing: undefined, { signal }) =>
    (await call(operations.readOperations, { signal })).data,
);

export const listFailedJobs = serverThunk(
  'operations/jobs',
  async (_nothing: undefined, { signal }) =>
    (await call(operations.listFailedJobs, { signal })).data,
);

export const retryJob = serverThunk('operations/retry', async (id: string) => {
  await call(operations.retryJob, { params: { id } });
});

export const handOverJob = serverThunk(
  'operations/hand-over',
  async ({ id, reason }: { id: string; reason: string }) => {
    await call(operations.handOverJob, { params: { id }, body: { reason } });
  },
);

export const listSecurityEvents = serverThunk(
  'operations/security',
  (query: Partial<QueryOf<typeof operations.listSecurityEvents>>, { signal }) =>
    call(operations.listSecurityEvents, { query, signal }),
);
