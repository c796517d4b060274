import {
  useCallback,
  useEffect,
  useEffectEvent,
  useReducer,
  useState,
  type RefObject,
} from 'react';
import { settings } from '#web/device/settings.ts';
import type { Engine } from './engine.ts';
import type { View } from './geography.ts';
import { nextLoader, notLoaded, showsOutlines } from './loader.ts';

/**
 * Opens the map in `container` once it is `wanted`, and keeps its loader state. The map's script is
 * fetched only then.
 */
export function useEngine(
  container: RefObject<HTMLElement | null>,
  wanted: boolean,
  sharesGestures: boolean,
) {
  const [loader, tell] = useReducer(nextLoader, notLoaded);
  const [engine, setEngine] = useState<Engine | null>(null);
  const [view, setView] = useState<View | null>(null);
  const [credits, setCredits] = useState<string[]>([]);
  const outlines = showsOutlines(loader);

  useEffect(() => {
    const element = container.current;
    if (!wanted || !element) return undefined;
    let left = false;
    let opened: Engine | null = null;
    tell({ type: 'asked' });
    import('./engine.ts')
      .then(({ openEngine }) => {
        if (left) return;
        opened = openEngine({
          container: element,
          styleUrl: settings().mapStyleUrl,
          sharesGestures,
          onLoader: tell,
          onView: setView,
          onCredits: setCredits,
        });
        setEngine(opened);
        opened.ask();
      })
      .catch((error: unknown) => {
        console.warn('The map cannot be drawn.', error);
        if (!left) tell({ type: 'cannot draw' });
      });
    return () => {
      left = true;
      setEngine(null);
      opened?.close();
    };
  }, [container, wanted, sharesGestures]);

  useEffect(() => {
    if (outlines) void engine?.showOutlines();
  }, [engine, outlines]);

  const retry = useCallback(() => {
    tell({ type: 'asked' });
    engine?.ask();
  }, [engine]);

  // A network that comes back is worth another try; a key that was refused is not.
  const onBack = useEffectEvent(() => {
    if (loader.state === 'failed' && loader.canDraw) retry();
  });
  useEffect(() => {
    const back = () => onBack();
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, []);

  return { loader, engine, view, credits, retry };
}
