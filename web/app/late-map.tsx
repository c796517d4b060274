import { lazy, Suspense, useEffect, useState } from 'react';
import type { LiveMapProps } from '#web/features/map/live-map.tsx';
import { whenIdle } from '#web/ui/overlay/when-idle.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './map-ground.module.css';

const LiveMap = lazy(async () => ({
  default: (await import('#web/features/map/live-map.tsx')).LiveMap,
}));

interface LateMapProps extends LiveMapProps {
  /** What is more important isn't there yet, so that nothing is fetched for the map. */
  waits?: boolean;
}

/** The map on a screen with other things, which don't wait for it; its place is kept meanwhile. */
export function LateMap({ waits = false, ...props }: LateMapProps) {
  const [begun, setBegun] = useState(!waits);
  useEffect(() => {
    if (begun || waits) return undefined;
    // Once what it waited for is painted.
    return whenIdle(() => setBegun(true));
  }, [begun, waits]);
  const ground = <div className={classNames(css['ground'], css[props.variant])} />;
  return <Suspense fallback={ground}>{begun ? <LiveMap {...props} /> : ground}</Suspense>;
}
