import { useDeferredValue, useMemo, useState } from 'react';
import type { Organisation } from '#contract/places.ts';
import { useConnection } from '#web/api/connection.ts';
import { plural } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LoadingBar } from '#web/ui/feedback/loading-bar.tsx';
import { IconLayoutSidebarRightExpand } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { clusterIndex } from './clusters.ts';
import css from './live-map.module.css';
import { MapFrame } from './map-frame.tsx';
import { MapHead } from './map-head.tsx';
import type { MapLayer } from './map-layer.tsx';
import { type MapKind, type MapPoint, mapPoints } from './map-points.ts';
import { useMapRecords } from './use-map-records.ts';

/**
 * page: the whole screen. panel: on the dashboard. column: beside a list. band: above one.
 * collapsed: one line, until it is opened.
 */
export type MapVariant = 'page' | 'panel' | 'column' | 'band' | 'collapsed';

export interface LiveMapProps {
  organisation?: Organisation | undefined;
  variant: MapVariant;
  /** The id of the open record, whose marker gets a ring. */
  selected?: string | undefined;
  onOpenBooking: (id: string) => void;
  onOpenCollision: (id: string) => void;
  /** Leads to the whole map, where there is one. */
  onExpand?: (() => void) | undefined;
  layer?: MapLayer | undefined;
}

const none: MapPoint[] = [];

/** The live map: where the bookings and collisions of the last 30 days were made. */
export function LiveMap(props: LiveMapProps) {
  const { organisation, variant, selected = '' } = props;
  const [closed, setClosed] = useState(variant === 'collapsed');
  const [lastVariant, setLastVariant] = useState(variant);
  if (lastVariant !== variant) {
    setLastVariant(variant);
    setClosed(variant === 'collapsed');
  }
  const { failure, wanted, loading, reload, ...found } = useMapRecords(organisation, !closed);
  const { online } = useConnection();
  /** The kinds that were switched off in the legend. */
  const [off, setOff] = useState<readonly MapKind[]>([]);
  // Drawn in slices: with many markers a slow phone would not hear its buttons meanwhile.
  const records = useDeferredValue(found.records);
  const shownOff = useDeferredValue(off);
  const all = useMemo(() => (records ? mapPoints(records) : none), [records]);
  const points = useMemo(() => all.filter(({ kind }) => !shownOff.includes(kind)), [all, shownOff]);
  const index = useMemo(() => clusterIndex(points), [points]);

  function open({ id, kind }: MapPoint): void {
    if (kind === 'accident') props.onOpenCollision(id);
    else props.onOpenBooking(id);
  }

  function show(): void {
    setClosed(false);
    // Nobody followed the records meanwhile.
    if (wanted) reload();
  }

  if (closed)
    return (
      <MapClosed
        variant={variant}
        records={records && all.length}
        loading={loading}
        onShow={show}
      />
    );
  const folds = variant !== 'page' && variant !== 'panel';
  return (
    <MapFrame
      variant={variant}
      records={records}
      points={points}
      index={index}
      organisation={organisation}
      off={off}
      switchedOff={all.length - points.length}
      onSwitch={(kind) =>
        setOff(off.includes(kind) ? off.filter((one) => one !== kind) : [...off, kind])
      }
      selected={selected}
      loading={loading}
      // Over every screen it says that there is no network.
      online={online}
      failure={online ? failure : null}
      onReload={reload}
      onOpen={open}
      onExpand={props.onExpand}
      layer={props.layer}
      onClose={folds ? () => setClosed(true) : undefined}
    />
  );
}

interface MapClosedProps {
  variant: MapVariant;
  /** The number of records on the map; null until it is known. */
  records: number | null;
  loading: boolean;
  onShow: () => void;
}

/** The map put away: a column becomes a button at the side, the others one line. */
function MapClosed({ variant, records, loading, onShow }: MapClosedProps) {
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
