import type { SentBody } from '#contract/endpoint.ts';
import * as fees from '#contract/fees.ts';
import type { Organisation } from '#contract/places.ts';
import { call } from '#web/api/call.ts';
import { serverThunk } from '#web/api/server-thunk.ts';

export const listFees = serverThunk('fee/list', async (organisation: Organisation, { signal }) => {
  const { data } = await call(fees.listFees, { query: { organisation }, signal });
  return data;
});

interface OffenceIn {
  id: string;
  organisation: Organisation;
}

export const readFees = serverThunk(
  'fee/read',
  async ({ id, organisation }: OffenceIn, { signal }) => {
    const options = { params: { id }, query: { organisation }, signal };
    const { data } = await call(fees.readFees, options);
    return data;
  },
);

export const proposeFee = serverThunk(
  'fee/propose',
  async ({ id, body }: { id: string; body: SentBody<typeof fees.proposeFee> }) => {
    const { data } = await call(fees.proposeFee, { params: { id }, body });
    return data;
  },
);

export const decideFee = serverThunk(
  'fee/decide',
  async ({ id, body }: { id: string; body: SentBody<typeof fees.decideFee> }) => {
    const { data } = await call(fees.decideFee, { params: { id }, body });
    return data;
  },
);

export const takeBackFee = serverThunk('fee/take-back', async (id: string) => {
  const { data } = await call(fees.takeBackFee, { params: { id } });
  return data;
});
