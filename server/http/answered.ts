import { type Outcome, Refusal } from './refusal.ts';

/** `{success: true, data}`, or the refusal as it is. */
export function answered<T>(outcome: Outcome<T>): Outcome<{ success: true; data: T }> {
  return outcome instanceof Refusal ? outcome : { success: true, data: outcome };
}
