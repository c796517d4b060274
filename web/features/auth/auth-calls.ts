import { forgotPassword, login, resetPassword } from '#contract/auth.ts';
import type { SentBody } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { serverThunk } from '#web/api/server-thunk.ts';
import { startSession } from './session.ts';

export const signIn = serverThunk(
  'currentUser/sign-in',
  async (body: SentBody<typeof login>, { dispatch }) => {
    const { token, user } = await call(login, { body });
    startSession(dispatch, token, user);
  },
);

export const askForReset = serverThunk(
  'currentUser/ask-for-reset',
  async (body: SentBody<typeof forgotPassword>) => {
    await call(forgotPassword, { body });
  },
);

/** Sets a new password with the token of a mail, and signs in with it. */
export const reset = serverThunk(
  'currentUser/reset',
  async (sent: { token: string; body: SentBody<typeof resetPassword> }, { dispatch }) => {
    const { token, user } = await call(resetPassword, {
      params: { token: sent.token },
      body: sent.body,
    });
    startSession(dispatch, token, user);
  },
);
