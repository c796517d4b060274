import type { QueryOf } from '#contract/endpoint.ts';
import { listExceptions } from '#contract/exceptions.ts';
import type { ListSize } from '#web/api/area.ts';
import { call } from '#web/api/call.ts';
import type { ExceptionState } from './exception-words.ts';

/** The number of exceptions in each of these states, narrowed by the filters. */
export async function countExceptions(
  filters: Partial<QueryOf<typeof listExceptions>>,
  states: readonly ExceptionState[],
  signal: AbortSignal,
) {
  const counted = states.map(async (state) => {
    const query = { ...filters, limit: 1, state };
    const { total, more } = await call(listExceptions, { query, signal });
    return [state, { total, more }] as const;
  });
  const sizes: Partial<Record<ExceptionState, ListSize>> = Object.fromEntries(
    await Promise.all(counted),
  );
  return sizes;
}
