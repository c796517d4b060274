import { plural } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LoadingBar } from '#web/ui/feedback/loading-bar.tsx';
import { IconLayoutSidebarRightExpand } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './live-map.module.css';
import type { MapVariant } from './live-map.tsx';
import { MapHead } from './map-head.tsx';

export interface MapClosedProps {
  variant: MapVariant;
  /** The number of records on the map; null until it is known. */
  records: number | null;
  loading: boolean;
  onShow: () => void;
}

/** The map put away: a column becomes a button at the side, the others one line. */
export function MapClosed({ variant, records, loading, onShow }: MapClosedProps) {
  if (variant === 'column') {
    return (
      <aside className={css['folded']} aria-label="Live Map">
        <button
          type="button"
          className={classNames('grid gap-5 small strong', css['unfold'])}
          title="Show the map"
          onClick={onShow}
        >
          <IconLayoutSidebarRightExpand size={18} aria-hidden />
          <span>Live Map</span>
        </button>
      </aside>
    );
  }
  return (
    <section className={classNames('row between gap-4', css['line'])} aria-label="Live Map">
      <MapHead detail={records === null ? null : plural(records, 'record')} />
      <div className={css['loading']}>
        <LoadingBar active={loading} />
      </div>
      <Button size="sm" variant="link" aria-expanded={false} title="Show the map" onClick={onShow}>
        Show
      </Button>
    </section>
  );
}
