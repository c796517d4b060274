import { useRef, useState } from 'react';
import type { MapRecords } from '#contract/map.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { LaneLoader } from '#web/ui/fields/lane-loader.tsx';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import {
  marksIn,
  recordsBehind,
  recordsOf,
  zoomToPart,
  type ClusterIndex,
  type Mark,
} from './clusters.ts';
import { boundsOf, pixelIn } from './geography.ts';
import css from './live-map.module.css';
import type { MapVariant } from './live-map.tsx';
import { MapControls } from './map-controls.tsx';
import { MapFoot } from './map-foot.tsx';
import { MapHead, OutOfView } from './map-head.tsx';
import { MapList } from './map-list.tsx';
import { MapMarkers } from './map-markers.tsx';
import { MapNotices } from './map-notices.tsx';
import { positionCount, type MapKind, type MapPoint } from './map-points.ts';
import { coveredBy, isSeen } from './room.ts';
import { useEngine } from './use-engine.ts';
import { useOwnPosition } from './use-own-position.ts';
import { usePanels } from './use-panels.ts';
import { useSeen } from './use-seen.ts';

export interface MapFrameProps {
  variant: MapVariant;
  records: MapRecords | null;
  points: MapPoint[];
  index: ClusterIndex;
  /** Kinds that are switched off, how many records they keep away, and the switch. */
  off: readonly MapKind[];
  switchedOff: number;
  onSwitch: (kind: MapKind) => void;
  selected: string;
  failure: string | null;
  onReload: () => void;
  onOpen: (point: MapPoint) => void;
  onExpand?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
}

/** The open map with all that lies over it, and its list. */
export function MapFrame(props: MapFrameProps) {
  const { variant, records, points, index, selected, onOpen, onClose } = props;
  const ground = useRef<HTMLDivElement>(null);
  const { size, panels, over } = usePanels(ground);
  const map = useEngine(ground, useSeen(ground), variant !== 'page');
  const { engine, view, loader } = map;
  const own = useOwnPosition((place) => engine?.goTo(place, 14));
  const [pointed, setPointed] = useState<MapPoint | null>(null);
  const [listed, setListed] = useState(false);
  /** The records of one spot, which no zoom can part. */
  const [spot, setSpot] = useState<MapPoint[] | null>(null);
  const wide = useScreen('desk');
  // A phone's map and a low one are too small to carry words: they stand under it.
  const narrow = useScreen('phone');
  const under = narrow || variant === 'band';
  const beside = variant === 'page' && wide;
  const lists = !beside && (listed || !loader.canDraw);

  function choose(mark: Mark): void {
    if (mark.type === 'record') {
      onOpen(mark.point);
      return;
    }
    const zoom = zoomToPart(index, mark.id);
    if (zoom === null) {
      setSpot(recordsOf(index, mark.id));
      setListed(true);
    } else {
      engine?.goTo(mark, zoom);
      // The cluster's own button is gone when it has parted.
      engine?.focus();
    }
  }

  function showAll(): void {
    const bounds = boundsOf(points);
    if (bounds) engine?.fit(bounds, coveredBy(size, panels));
  }

  const marks = view ? marksIn(index, view) : [];
  const seen = marks.filter((mark) => view && isSeen(pixelIn(view, mark), size, panels));
  const inFoot = variant === 'column' || variant === 'page';
  const only = useMay('see paid bookings') ? '' : ', unpaid bookings only';
  const count = records && `Last 30 days${only}: ${positionCount(records)}`;
  const list = (
    <MapList
      points={points}
      spot={spot}
      onAll={() => setSpot(null)}
      switchedOff={props.switchedOff}
      selected={selected}
      onChoose={onOpen}
      onPoint={beside ? setPointed : undefined}
    />
  );

  const notices = (
    <MapNotices
      ref={under ? undefined : over('notices')}
      under={under}
      loader={loader}
      listed={lists}
      onRetry={map.retry}
      records={records}
      failure={props.failure}
      onReload={props.onReload}
      problem={own.problem}
      onProblemRead={own.forget}
    />
  );

  return (
    <section className={classNames('grid narrow', css[variant])} aria-label="Live Map">
      <div className={classNames(css['map'], 'on-dark')} data-listed={lists || undefined}>
        <div className={css['over']}>
          <div className="flex top between gap-4">
            <div className={css['topLeft']}>
              <div ref={over('corner')} className={css['corner']}>
                {variant !== 'page' && <MapHead detail={inFoot ? null : count} />}
                {view && points.length + props.switchedOff > 0 && !lists && (
                  <OutOfView
                    inView={recordsBehind(seen)}
                    all={points.length}
                    switchedOff={props.switchedOff}
                    onShowAll={showAll}
                  />
                )}
              </div>
              {!under && notices}
            </div>
            <MapControls
              ref={over('controls')}
              engine={engine}
              inRow={lists || variant === 'band'}
              locating={own.asking}
              onLocate={own.ask}
              listed={loader.canDraw && !beside ? lists : undefined}
              onListed={(next) => {
                setListed(next);
                setSpot(null);
              }}
              onExpand={props.onExpand}
              away={onClose && { to: variant === 'column' ? 'side' : 'top', onChoose: onClose }}
            />
          </div>
          {lists ? (
            <div className={css['listed']}>{list}</div>
          ) : (
            <MapFoot
              legendRef={over('legend')}
              creditsRef={over('credits')}
              off={props.off}
              onSwitch={(kind) => {
                setSpot(null);
                props.onSwitch(kind);
              }}
              count={inFoot ? count : null}
              credits={map.credits}
            />
          )}
        </div>
        <div className={css['lane']}>
          <LaneLoader active={['not loaded', 'loading'].includes(loader.state) || !records} />
        </div>
        <div ref={ground} className={css['ground']} data-state={loader.state} />
        {engine && (
          <MapMarkers
            engine={engine}
            marks={marks}
            seen={seen}
            selected={pointed?.id ?? selected}
            own={own.position}
            onChoose={choose}
          />
        )}
      </div>
      {under && notices}
      {beside && <div className={css['beside']}>{list}</div>}
    </section>
  );
}
