import { useElementSize } from '@mantine/hooks';
import type { MapRecords } from '#contract/map.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LoadingBar } from '#web/ui/feedback/loading-bar.tsx';
import { IconLayoutSidebarRightExpand } from '#web/ui/icons.ts';
import { type ClusterIndex, markersIn, recordCount } from './clusters.ts';
import { defaultCentre, defaultZoom, pixelIn, viewAround } from './geography.ts';
import css from './live-map.module.css';
import type { MapVariant } from './live-map.tsx';
import { MapHead } from './map-head.tsx';
import { MarkerSymbol } from './map-markers.tsx';
import type { MapPoint } from './map-points.ts';
import { partInView } from './map-words.ts';

export interface MapClosedProps {
  variant: MapVariant;
  records: MapRecords | null;
  points: MapPoint[];
  index: ClusterIndex;
  loading: boolean;
  /** The map couldn't be had, which put it away. */
  failed: boolean;
  onShow: () => void;
}

/** The map put away: a column becomes a button, the others a preview of the markers. */
export function MapClosed(props: MapClosedProps) {
  const { variant, records, points, index, loading, failed, onShow } = props;
  if (variant === 'column') {
    return (
      <aside className={css['folded']} aria-label="Live Map">
        <button type="button" className={css['unfold']} title="Show the map" onClick={onShow}>
          <IconLayoutSidebarRightExpand size={18} aria-hidden />
          <span>Live Map{failed && ', not loaded'}</span>
        </button>
      </aside>
    );
  }
  if (failed) {
    return (
      <section className={css['bar']} aria-label="Live Map">
        <MapHead detail="The map could not be loaded." />
        <Button size="sm" aria-expanded={false} onClick={onShow}>
          Show
        </Button>
      </section>
    );
  }
  return (
    <section className={css['closed']} aria-label="Live Map">
      <Preview index={index} points={records && points} />
      <div className={css['loading']}>
        <LoadingBar active={loading} />
      </div>
      <button type="button" className={css['show']} aria-expanded={false} onClick={onShow}>
        Show
      </button>
    </section>
  );
}

/** One step further out than the map opens, since the preview is low and shows more that way. */
const previewZoom = defaultZoom - 1;

interface PreviewProps {
  index: ClusterIndex;
  /** Null until they are known. */
  points: readonly MapPoint[] | null;
}

/**
 * The markers without a map behind them. The map itself is fetched only when it is asked for, which
 * spares a phone on a poor network.
 */
function Preview({ index, points }: PreviewProps) {
  const { ref, width, height } = useElementSize();
  const view = viewAround(defaultCentre, previewZoom, width, height);
  const drawn = points !== null && width > 0;
  const markers = drawn ? markersIn(index, view, 0) : [];
  return (
    <>
      <div ref={ref} className={css['preview']} aria-hidden>
        {markers.map((marker) => {
          const { x, y } = pixelIn(view, marker);
          return (
            <span key={marker.key} className={css['marker']} style={{ left: x, top: y }}>
              <MarkerSymbol marker={marker} />
            </span>
          );
        })}
      </div>
      <MapHead detail={drawn ? partInView(recordCount(markers), points.length) : null} />
    </>
  );
}
