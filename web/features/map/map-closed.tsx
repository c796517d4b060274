import { IconLayoutSidebarRightExpand } from '@tabler/icons-react';
import { LaneLoader } from '#web/ui/fields/lane-loader.tsx';
import type { ClusterIndex } from './clusters.ts';
import css from './live-map.module.css';
import type { MapVariant } from './live-map.tsx';
import { MapPreview } from './map-preview.tsx';
import type { MapPoint } from './map-points.ts';
import type { MapRecords } from '#contract/map.ts';

export interface MapClosedProps {
  variant: MapVariant;
  records: MapRecords | null;
  points: MapPoint[];
  index: ClusterIndex;
  onShow: () => void;
}

/** The map put away: a column to a button, a strip to a glimpse of the markers. */
export function MapClosed({ variant, records, points, index, onShow }: MapClosedProps) {
  if (variant === 'column') {
    return (
      <aside className={css['folded']} aria-label="Live Map">
        <button type="button" className={css['unfold']} title="Show the map" onClick={onShow}>
          <IconLayoutSidebarRightExpand size={18} aria-hidden />
          <span>Live Map</span>
        </button>
      </aside>
    );
  }
  return (
    <section className={css['closed']} aria-label="Live Map">
      <MapPreview index={index} points={records && points} />
      <div className={css['lane']}>
        <LaneLoader active={records === null} />
      </div>
      <button type="button" className={css['show']} aria-expanded={false} onClick={onShow}>
        Show
      </button>
    </section>
  );
}
