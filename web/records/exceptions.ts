import type { ExceptionState } from '#contract/exceptions.ts';

/** The address of an exception, opened over the list of its state. */
export function exceptionAddress(id: string, state: ExceptionState): string {
  return `/exceptions?${state === 'open' ? '' : `state=${state}&`}open=${id}`;
}
