import { lazy, Suspense } from 'react';
import type { LiveMapProps } from '#web/features/map/live-map.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './map-ground.module.css';

const LiveMap = lazy(async () => ({
  default: (await import('#web/features/map/live-map.tsx')).LiveMap,
}));

/** The map on a screen with other things, which don't wait for it; its place is kept meanwhile. */
export function LateMap(props: LiveMapProps) {
  return (
    <Suspense fallback={<div className={classNames(css['ground'], css[props.variant])} />}>
      <LiveMap {...props} />
    </Suspense>
  );
}
