import type { SentBody } from '#contract/endpoint.ts';
import * as security from '#contract/security.ts';
import { call } from '#web/api/call.ts';
import { serverThunk } from '#web/api/server-thunk.ts';

export const changePassword = serverThunk(
  'security/password',
  async (body: SentBody<typeof security.changePassword>) => {
    await call(security.changePassword, { body });
  },
);
