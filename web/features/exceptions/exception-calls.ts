import type { SentBody } from '#contract/endpoint.ts';
import * as exceptions from '#contract/exceptions.ts';
import type { Organisation } from '#contract/places.ts';
import type { ListSize } from '#web/api/area.ts';
import { call } from '#web/api/call.ts';
import { serverThunk } from '#web/api/server-thunk.ts';
import type { ExceptionState } from './exception-words.ts';

/** How many exceptions there are in each of these states. */
export const countExceptions = serverThunk(
  'exception/count',
  async (
    {
      organisation,
      states,
    }: { organisation: Organisation | undefined; states: readonly ExceptionState[] },
    { signal },
  ) => {
    const counted = states.map(async (state) => {
      const query = { limit: 1, state, organisation };
      const { total, more } = await call(exceptions.listExceptions, { query, signal });
      return [state, { total, more }] as const;
    });
    const sizes: Partial<Record<ExceptionState, ListSize>> = Object.fromEntries(
      await Promise.all(counted),
    );
    return sizes;
  },
);

export const readException = serverThunk('exception/read', async (id: string, { signal }) => {
  const { data } = await call(exceptions.readException, { params: { id }, signal });
  return data;
});

export const settleException = serverThunk(
  'exception/settle',
  async ({ id, body }: { id: string; body: SentBody<typeof exceptions.settleException> }) => {
    const { data } = await call(exceptions.settleException, { params: { id }, body });
    return data;
  },
);

export const confirmException = serverThunk(
  'exception/confirm',
  async ({ id, body }: { id: string; body: SentBody<typeof exceptions.confirmException> }) => {
    const { data } = await call(exceptions.confirmException, { params: { id }, body });
    return data;
  },
);
