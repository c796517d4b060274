import { useCallback, useEffect, useEffectEvent, useRef } from 'react';

/** Between two runs, however many wishes there are. Milliseconds. */
const atMostEvery = 5_000;

/**
 * Gathers many wishes into one run, within so many milliseconds of the first, or once the page is seen
 * again. The exact moment is left to chance, so that many screens don't ask the server at once.
 */
export function useSoon(run: () => void, within: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const owed = useRef(false);
  const last = useRef(0);
  const runNow = useEffectEvent(() => {
    timer.current = undefined;
    owed.current = document.visibilityState === 'hidden';
    if (owed.current) return;
    last.current = Date.now();
    run();
  });
  const fire = useRef<() => void>(undefined);

  useEffect(() => {
    fire.current = () => runNow();
    const seen = () => {
      if (owed.current) runNow();
    };
    document.addEventListener('visibilitychange', seen);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);

  return useCallback(() => {
    const soon = within * (0.5 + Math.random() / 2);
    const rest = last.current + atMostEvery - Date.now();
    timer.current ??= setTimeout(() => fire.current?.(), Math.max(soon, rest));
  }, [within]);
}
