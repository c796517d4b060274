import { useCallback, useEffect, useEffectEvent, useRef } from 'react';

/** The shortest time between two runs, in milliseconds. */
const leastInterval = 5_000;
/** The same for what a dashboard shows, which many people leave open. */
export const dashboardPause = 15_000;

/**
 * Combines many requests into one run, at least `pause` after the last one. It comes within so many
 * milliseconds of the first, or when the page is visible again. The moment is random, so that many
 * screens don't ask the server at once.
 */
export function useThrottled(
  run: () => void,
  within: number,
  pause: number = leastInterval,
): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef(false);
  const last = useRef(0);
  const runNow = useEffectEvent(() => {
    timer.current = undefined;
    pending.current = document.visibilityState === 'hidden';
    if (pending.current) return;
    last.current = Date.now();
    run();
  });
  const fire = useRef<() => void>(undefined);

  useEffect(() => {
    fire.current = () => runNow();
    const onVisibility = () => {
      if (pending.current) runNow();
    };
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);

  return useCallback(() => {
    const random = Math.random();
    const delay = within * (0.5 + random / 2);
    const rest = last.current + pause * (1 + random / 5) - Date.now();
    timer.current ??= setTimeout(() => fire.current?.(), Math.max(delay, rest));
  }, [within, pause]);
}
