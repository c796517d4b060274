import { CallFailure, offline, superseded } from '#web/api/call-failure.ts';
import { call } from '#web/api/call.ts';
import { noteServerUnreachable } from '#web/api/connection.ts';
import { lastUser } from '#web/device/last-user.ts';
import { noteCutOff } from '#web/device/network.ts';
import { within } from '#web/device/within.ts';
import type { RecordCall } from './requests.ts';
import { type Outcome, outcomeOf } from './rules.ts';

/** After so many ms without an answer, a step is sent again. */
export const maxWaitMs = 60_000;

/** A browser that has not even given up after so long has forgotten it. Milliseconds. */
const longestAnswer = 90_000;

/**
 * Makes a call about a record. Without a signal, as from a form, nothing ends the call before its
 * answer: whoever waits for it may leave.
 */
export function ask(
  userId: string,
  { endpoint, options }: RecordCall,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const late = signal && AbortSignal.timeout(maxWaitMs);
  return outcomeOfSending(userId, signal, async () => {
    const until = signal && late && AbortSignal.any([signal, late]);
    const answered = call(endpoint, { ...options, signal: until, kept: true });
    if (!late) return answered;
    try {
      return await within(longestAnswer, answered);
    } catch (error) {
      if (late.aborted) noteServerUnreachable();
      throw error;
    }
  });
}

/** Sends for this user, and says what came of it; rejects only when the signal aborts. */
export async function outcomeOfSending(
  userId: string,
  signal: AbortSignal | undefined,
  send: () => Promise<unknown>,
): Promise<Outcome> {
  try {
    // The user signed in now must not send records that somebody else made.
    if (lastUser() !== userId) throw new CallFailure(superseded);
    return { is: 'received', answer: await send() };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof CallFailure) {
      if (error.code === offline.code) noteCutOff();
      return outcomeOf(error);
    }
    // The call took too long, or the fault is ours: either way nothing is known, and all is kept.
    if (error instanceof DOMException) noteCutOff();
    else console.error(error);
    return outcomeOf(new CallFailure(offline));
  }
}
