import { isFulfilled, isRejectedWithValue, type UnknownAction } from '@reduxjs/toolkit';
import { z } from 'zod';
import { signedOut } from './current-user.ts';

export interface ErrorsState {
  message: string;
}

const none: ErrorsState = { message: '' };
const failedSchema = z.object({ message: z.string(), code: z.string() });

/** The last failure in one sentence: set when a call fails, cleared by the next that succeeds. */
export function errorsReducer(state: ErrorsState = none, action: UnknownAction): ErrorsState {
  if (signedOut.match(action) || isFulfilled(action)) return none;
  if (!isRejectedWithValue(action)) return state;
  const failed = failedSchema.safeParse(action.payload);
  if (!failed.success || failed.data.code === 'superseded') return state;
  return { message: failed.data.message };
}
