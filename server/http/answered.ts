import { type Outcome, Refusal } from './refusal.ts';

/** The result as `{success: true, data}`; a refusal stays as it is. */
export function answered<T>(outcome: Outcome<T>): Outcome<{ success: true; data: T }> {
  return outcome instanceof Refusal ? outcome : { success: true, data: outcome };
}
