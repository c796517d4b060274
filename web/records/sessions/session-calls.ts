import { endSession, endSessions, listSessions } from '#contract/security.ts';
import { call } from '#web/api/call.ts';
import { serverThunk } from '#web/api/server-thunk.ts';

export const readSessions = serverThunk('session/list', async (id: string, { signal }) => {
  const { data } = await call(listSessions, { params: { id }, signal });
  return data;
});

/** Ends one session of an account, or without `session` all but one's own. */
export const closeSessions = serverThunk(
  'session/end',
  async ({ id, session }: { id: string; session?: string | undefined }) => {
    const { data } =
      session === undefined
        ? await call(endSessions, { params: { id } })
        : await call(endSession, { params: { id, session } });
    return data;
  },
);
