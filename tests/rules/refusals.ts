import type { Outcome } from '#server/http/refusal.ts';
import { Refusal } from '#server/http/refusal.ts';

/** Status, word and sentence of a refusal, and its fields if it names any; null where there is none. */
export function refusal(outcome: Outcome<unknown>): unknown {
  if (!(outcome instanceof Refusal)) return outcome;
  const { status, code, error, fields } = outcome;
  return fields === undefined ? [status, code, error] : [status, code, error, fields];
}
