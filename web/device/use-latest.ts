import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that stays the same and calls the latest one, so that rows needn't be drawn anew. */
export function useLatest<Argument>(
  run: (argument: Argument) => void,
): (argument: Argument) => void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((argument) => latest.current(argument), []);
}
