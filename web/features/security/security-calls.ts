import type { SentBody } from '#contract/endpoint.ts';
import * as factor from '#contract/second-factor.ts';
import * as security from '#contract/security.ts';
import { call } from '#web/api/call.ts';
import { serverThunk } from '#web/api/server-thunk.ts';

export const changePassword = serverThunk(
  'security/password',
  async (body: SentBody<typeof security.changePassword>) => {
    await call(security.changePassword, { body });
  },
);

export const readFactors = serverThunk(
  'security/factors',
  async (_nothing: undefined, { signal }) => {
    const { data } = await call(factor.readFactors, { signal });
    return data;
  },
);

export const addApp = serverThunk('security/add-app', async () => {
  const { data } = await call(factor.addApp);
  return data;
});

export const confirmApp = serverThunk('security/confirm-app', async (code: string) => {
  const { data } = await call(factor.confirmApp, { body: { code } });
  return data;
});

export const removeApp = serverThunk('security/remove-app', async () => {
  const { data } = await call(factor.removeApp);
  return data;
});

export const proveAgain = serverThunk(
  'security/prove',
  async (body: SentBody<typeof factor.proveAgain>) => {
    await call(factor.proveAgain, { body });
  },
);
