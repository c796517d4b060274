import { useElementSize } from '@mantine/hooks';
import { marksIn, recordsBehind, type ClusterIndex } from './clusters.ts';
import { defaultCentre, defaultZoom, pixelIn, viewAround } from './geography.ts';
import { MapHead } from './map-head.tsx';
import { Sign } from './map-markers.tsx';
import css from './map-preview.module.css';
import type { MapPoint } from './map-points.ts';
import { partInView } from './map-words.ts';

/** A step further away than the map opens: the strip is low, and shows more that way. */
const zoom = defaultZoom - 1;

export interface MapPreviewProps {
  index: ClusterIndex;
  /** Null until they are known. */
  points: readonly MapPoint[] | null;
}

/**
 * A glimpse of the markers on the bare ground, before the map itself is fetched: a phone on a poor
 * network loads it only when it is asked for.
 */
export function MapPreview({ index, points }: MapPreviewProps) {
  const { ref, width, height } = useElementSize();
  const view = viewAround(defaultCentre, zoom, width, height);
  const drawn = points !== null && width > 0;
  const marks = drawn ? marksIn(index, view, 0) : [];
  return (
    <>
      <div ref={ref} className={css['preview']} aria-hidden>
        {marks.map((mark) => {
          const { x, y } = pixelIn(view, mark);
          return (
            <span key={mark.key} className={css['mark']} style={{ left: x, top: y }}>
              <Sign mark={mark} />
            </span>
          );
        })}
      </div>
      <MapHead detail={drawn ? partInView(recordsBehind(marks), points.length) : null} />
    </>
  );
}
