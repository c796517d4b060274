import type { SentBody } from '#contract/endpoint.ts';
import * as passkeys from '#contract/passkeys.ts';
import * as required from '#contract/required-factors.ts';
import * as factor from '#contract/second-factor.ts';
import * as security from '#contract/security.ts';
import { call } from '#web/api/call.ts';
import { serverThunk } from '#web/api/server-thunk.ts';

type StaffRole = required.RequiredFactors[number]['role'];

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

export const beginPasskey = serverThunk('security/begin-passkey', async () => {
  const { data } = await call(passkeys.beginPasskey);
  return data;
});

export const addPasskey = serverThunk(
  'security/add-passkey',
  async (body: SentBody<typeof passkeys.addPasskey>) => {
    const { data } = await call(passkeys.addPasskey, { body });
    return data;
  },
);

export const removePasskey = serverThunk('security/remove-passkey', async (id: string) => {
  await call(passkeys.removePasskey, { params: { id } });
});

export const renewRecoveryCodes = serverThunk('security/recovery-codes', async () => {
  const { data } = await call(factor.renewRecoveryCodes);
  return data;
});

export const readRequiredFactors = serverThunk(
  'security/required',
  async (_nothing: undefined, { signal }) => {
    const { data } = await call(required.readRequiredFactors, { signal });
    return data;
  },
);

export const requireFactor = serverThunk(
  'security/require',
  async ({ role, required: now }: { role: StaffRole; required: boolean }) => {
    const { data } = await call(required.requireFactor, {
      params: { role },
      body: { required: now },
    });
    return data;
  },
);

export const beginProof = serverThunk('security/begin-proof', async () => {
  const { data } = await call(passkeys.beginProof);
  return data;
});

export const proveAgain = serverThunk(
  'security/prove',
  async (body: SentBody<typeof factor.proveAgain>) => {
    await call(factor.proveAgain, { body });
  },
);
