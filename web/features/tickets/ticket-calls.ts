import { readTicket, type TicketState } from '#contract/devices.ts';
import { call } from '#web/api/call.ts';
import { CallFailure } from '#web/api/call-failure.ts';
import { serverThunk } from '#web/api/server-thunk.ts';

/** How far the ticket of a code is; null where it has not arrived. */
export const readTicketState = serverThunk(
  'ticket/read',
  async (code: string, { signal }): Promise<TicketState | null> => {
    try {
      const { data } = await call(readTicket, { params: { code }, signal });
      return data;
    } catch (error) {
      if (error instanceof CallFailure && error.status === 404) return null;
      throw error;
    }
  },
);
