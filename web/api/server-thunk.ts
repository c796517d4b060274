import { createAsyncThunk, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { CallFailure, type FailedCall } from './call-failure.ts';

export type Dispatch = ThunkDispatch<unknown, undefined, UnknownAction>;

export interface Tools {
  dispatch: Dispatch;
  signal: AbortSignal;
}

/**
 * A thunk that calls the server. `unwrap()` throws a `FailedCall`.
 */
export function serverThunk<Answer, Argument = void>(
  type: string,
  ask: (argument: Argument, tools: Tools) => Promise<Answer>,
) {
  return createAsyncThunk<Answer, Argument, { rejectValue: FailedCall; dispatch: Dispatch }>(
    type,
    async (argument, { dispatch, signal, rejectWithValue }) => {
      try {
        return await ask(argument, { dispatch, signal });
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        return rejectWithValue(error.toFailedCall());
      }
    },
  );
}
