import { useEffect, useState } from 'react';
import type { LiveMapProps } from '#web/features/map/live-map.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { whenIdle } from '#web/ui/overlay/when-idle.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './map-ground.module.css';

const map = lazyPart(() => import('#web/features/map/live-map.tsx'));

interface LazyMapProps extends LiveMapProps {
  /** True while something more important is loading: the map then fetches nothing. */
  waits?: boolean;
}

/** The map on a screen with other things, which don't wait for it; its place is kept meanwhile. */
export function LazyMap({ waits = false, ...props }: LazyMapProps) {
  const [begun, setBegun] = useState(!waits);
  useEffect(() => {
    if (begun || waits) return undefined;
    // Once what it waited for is painted.
    return whenIdle(() => setBegun(true));
  }, [begun, waits]);
  return begun ? <FetchedMap {...props} /> : <Ground {...props} />;
}

function FetchedMap(props: LiveMapProps) {
  const there = map.useNeeded();
  return there ? <there.LiveMap {...props} /> : <Ground {...props} />;
}

function Ground({ variant }: LiveMapProps) {
  return <div className={classNames(css['ground'], css[variant])} />;
}
