import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MapRecords } from '#contract/statistics.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { LaneLoader } from '#web/ui/fields/lane-loader.tsx';
import { recordsOf, zoomToPart, type ClusterIndex, type Mark } from './clusters.ts';
import { boundsOf, seesLittle } from './geography.ts';
import css from './live-map.module.css';
import type { MapVariant } from './live-map.tsx';
import { MapControls } from './map-controls.tsx';
import { MapFoot } from './map-foot.tsx';
import { countOf, MapHead } from './map-head.tsx';
import { MapList } from './map-list.tsx';
import { MapMarkers } from './map-markers.tsx';
import { MapNotices } from './map-notices.tsx';
import { countKinds, mapKinds, type MapPoint } from './map-points.ts';
import { useEngine } from './use-engine.ts';
import { useOwnPosition } from './use-own-position.ts';
import { useSeen } from './use-seen.ts';

export interface MapFrameProps {
  of: 'unpaid' | 'recent';
  variant: MapVariant;
  records: MapRecords | null;
  points: MapPoint[];
  index: ClusterIndex;
  /** What the records answer: another question may lead to another part of the country. */
  question: string;
  selected: string;
  failure: string | null;
  onReload: () => void;
  onOpen: (point: MapPoint) => void;
  onExpand?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
}

/** The open map with all that lies over it, and its list. */
export function MapFrame(props: MapFrameProps) {
  const { of, variant, records, points, index, selected, onOpen, onClose } = props;
  const ground = useRef<HTMLDivElement>(null);
  const seen = useSeen(ground);
  const map = useEngine(ground, seen, variant !== 'page');
  const { engine, view, loader } = map;
  const own = useOwnPosition((place) => engine?.goTo(place, 14));
  const [pointed, setPointed] = useState<MapPoint | null>(null);
  const [listed, setListed] = useState(false);
  /** The records of one spot, which no zoom can part. */
  const [spot, setSpot] = useState<MapPoint[] | null>(null);
  const wide = useMediaQuery('(min-width: 75em)', false, { getInitialValueInEffect: false });
  // A phone's map is too small to carry words: they stand under it.
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const beside = variant === 'page' && wide;
  const lists = !beside && (listed || !loader.canDraw);
  useFirstSight(props.question, engine, points);

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

  const kinds = of === 'unpaid' ? unpaidKinds(points) : mapKinds;
  const inFoot = variant === 'column' || variant === 'page';
  const period = of === 'recent' ? 'last 30 days, ' : '';
  const count = countOf(records, inFoot && of === 'unpaid' ? 'booking' : '');
  const bounds = boundsOf(points);
  const list = (
    <MapList
      points={points}
      spot={spot}
      onAll={() => setSpot(null)}
      selected={selected}
      onChoose={onOpen}
      onPoint={beside ? setPointed : undefined}
    />
  );

  const notices = (
    <MapNotices
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
    <section className={classNames(css['frame'], css[variant])} aria-label="Live Map">
      <div className={classNames(css['map'], 'on-dark')} data-listed={lists || undefined}>
        <div className={css['over']}>
          <div className={css['top']}>
            <div className={css['topLeft']}>
              {variant !== 'page' && (
                <MapHead detail={inFoot || count === null ? null : `${period}${count}`} />
              )}
              {!narrow && notices}
            </div>
            <MapControls
              engine={engine}
              onFit={bounds ? () => engine?.fit(bounds) : undefined}
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
            <MapFoot kinds={kinds} count={inFoot ? count : null} credits={map.credits} />
          )}
        </div>
        <div className={css['lane']}>
          <LaneLoader active={['not loaded', 'loading'].includes(loader.state) || !records} />
        </div>
        <div ref={ground} className={css['ground']} data-state={loader.state} />
        {engine && view && (
          <MapMarkers
            engine={engine}
            index={index}
            view={view}
            selected={pointed?.id ?? selected}
            own={own.position}
            onChoose={choose}
          />
        )}
      </div>
      {narrow && notices}
      {beside && <div className={css['beside']}>{list}</div>}
    </section>
  );
}

/** What unpaid bookings can be, and an accident only where there is one. */
function unpaidKinds(points: MapPoint[]) {
  const rest = countKinds(points).map(({ kind }) => kind);
  return mapKinds.filter((kind) => kind === 'issued' || rest.includes(kind));
}

/** Leads to the records once for each question, when hardly any of them lies where the map begins. */
function useFirstSight(
  question: string,
  engine: ReturnType<typeof useEngine>['engine'],
  points: MapPoint[],
): void {
  const looked = useRef<unknown>(null);
  const look = useEffectEvent(() => {
    const bounds = boundsOf(points);
    if (engine && bounds && seesLittle(engine.view().bounds, points)) engine.fit(bounds);
  });
  const ready = engine !== null && points.length > 0;
  useEffect(() => {
    if (!ready || looked.current === question) return;
    looked.current = question;
    look();
  }, [ready, question]);
}
