import { useElementSize } from '@mantine/hooks';
import { marksIn, type ClusterIndex } from './clusters.ts';
import { defaultCentre, defaultZoom, project, seesLittle, viewAround } from './geography.ts';
import { Sign } from './map-markers.tsx';
import css from './map-preview.module.css';
import type { MapPoint } from './map-points.ts';

/** A step further away than the map begins: the strip is low, and shows more that way. */
const zoom = defaultZoom - 1;

/**
 * A glimpse of the markers on the bare ground, before the map itself is fetched: a phone on a poor
 * network loads it only when it is asked for.
 */
export function MapPreview({ index, points }: { index: ClusterIndex; points: MapPoint[] }) {
  const { ref, width, height } = useElementSize();
  const usual = viewAround(defaultCentre, zoom, width, height);
  const hidden = seesLittle(usual.bounds, points);
  const centre = (hidden ? points[0] : null) ?? defaultCentre;
  const view = viewAround(centre, zoom, width, height);
  const origin = project(centre, zoom);
  return (
    <div ref={ref} className={css['preview']} aria-hidden>
      {width > 0 &&
        marksIn(index, view, 0).map((mark) => {
          const { x, y } = project(mark, zoom);
          const left = x - origin.x + width / 2;
          const top = y - origin.y + height / 2 - 14;
          return (
            <span key={mark.key} className={css['mark']} style={{ left, top }}>
              <Sign mark={mark} />
            </span>
          );
        })}
    </div>
  );
}
