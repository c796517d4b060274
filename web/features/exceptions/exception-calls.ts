import { listExceptions } from '#contract/exceptions.ts';
import type { Organisation } from '#contract/places.ts';
import type { ListSize } from '#web/api/area.ts';
import { call } from '#web/api/call.ts';
import type { ExceptionState } from './exception-words.ts';

/** The number of exceptions in each of these states. */
export async function countExceptions(
  {
    organisation,
    states,
  }: { organisation: Organisation | undefined; states: readonly ExceptionState[] },
  signal: AbortSignal,
) {
  const counted = states.map(async (state) => {
    const query = { limit: 1, state, organisation };
    const { total, more } = await call(listExceptions, { query, signal });
    return [state, { total, more }] as const;
  });
  const sizes: Partial<Record<ExceptionState, ListSize>> = Object.fromEntries(
    await Promise.all(counted),
  );
  return sizes;
}
