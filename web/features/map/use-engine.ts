import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useReducer,
  useState,
} from 'react';
import { z } from 'zod';
import { type PlaceName, placeNameSchema, readPlaceNames } from '#contract/map.ts';
import type { Organisation } from '#contract/places.ts';
import { call } from '#web/api/call.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { readFromDevice, saveOnDevice } from '#web/device/device-store.ts';
import { settings } from '#web/device/settings.ts';
import { dateOf } from '#web/format/time.ts';
import type { Engine } from './engine/engine.ts';
import type { View } from './geography.ts';
import { nextLoader, notLoaded } from './loader.ts';

/**
 * Opens the map in `container` when that comes near the visible part of the page, and follows its
 * loading. The map's script is fetched only then.
 */
export function useEngine(
  container: RefObject<HTMLElement | null>,
  sharesGestures: boolean,
  organisation: Organisation | undefined,
) {
  const userId = useCurrentUser()?.id ?? '';
  const isNear = useIsNearView(container);
  const [loader, onLoader] = useReducer(nextLoader, notLoaded);
  const [engine, setEngine] = useState<Engine | null>(null);
  const [view, setView] = useState<View | null>(null);
  const [credits, setCredits] = useState<string[]>([]);

  useEffect(() => {
    const element = container.current;
    if (!isNear || !element) return undefined;
    let unmounted = false;
    let opened: Engine | null = null;
    onLoader({ type: 'requested' });
    import('./engine/engine.ts')
      .then(({ openEngine }) => {
        if (unmounted) return;
        opened = openEngine({
          container: element,
          tiles: settings().mapTilesUrl,
          tilesCredit: settings().mapTilesCredit,
          ownTiles: settings().mapTiles,
          names: placeNames(userId, organisation),
          sharesGestures,
          onLoader,
          onView: setView,
          onCredits: setCredits,
        });
        setEngine(opened);
        opened.load();
      })
      .catch((error: unknown) => {
        console.warn('The map’s script could not be loaded.', error);
        if (!unmounted) onLoader({ type: 'script lost' });
      });
    return () => {
      unmounted = true;
      setEngine(null);
      opened?.close();
    };
  }, [container, isNear, sharesGestures, userId, organisation]);

  const retry = useCallback(() => {
    onLoader({ type: 'requested' });
    engine?.load();
  }, [engine]);

  // With the network back, another try may succeed; a key that was refused stays refused.
  const onOnline = useEffectEvent(() => {
    if (loader.state === 'failed' && loader.canDraw) retry();
  });
  useEffect(() => {
    const listener = () => onOnline();
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, []);

  return { loader, engine, view, credits, retry };
}

/** True once an element has come near the visible part of the page. */
function useIsNearView(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || !element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: '100px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}

const keptSchema = z.object({ day: z.string(), names: z.array(placeNameSchema) });

/**
 * The authority's own names of places. The device asks once a day and keeps them, for a map without
 * a network.
 */
async function placeNames(
  userId: string,
  organisation: Organisation | undefined,
): Promise<PlaceName[]> {
  const key = `place names ${organisation ?? ''}`;
  const today = dateOf(Date.now());
  const kept = await readFromDevice(userId, key, keptSchema);
  if (kept?.day === today) return kept.names;
  try {
    const query = organisation === undefined ? {} : { organisation };
    const { data } = await call(readPlaceNames, { query });
    void saveOnDevice(userId, key, { day: today, names: data });
    return data;
  } catch {
    return kept?.names ?? [];
  }
}
