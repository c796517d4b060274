import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { FailedCall } from './call-failure.ts';
import { signedOut } from './current-user.ts';

export interface ErrorsState {
  message: string;
}

const none: ErrorsState = { message: '' };

/** A call ended, or one that can't be made; null is a success. */
export const callEnded = createAction<FailedCall | null>('errors/callEnded');

/** The last failure in one sentence, until a call succeeds. */
export function errorsReducer(state: ErrorsState = none, action: UnknownAction): ErrorsState {
  if (signedOut.match(action)) return none;
  if (!callEnded.match(action)) return state;
  return action.payload === null ? none : { message: action.payload.message };
}
