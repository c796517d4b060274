import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { Position } from '#contract/booking-fields.ts';
import type { MapRecords } from '#contract/map.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { useLatest } from '#web/device/use-latest.ts';
import { usePosition } from '#web/device/use-position.ts';
import { LoadingBar } from '#web/ui/feedback/loading-bar.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import {
  type ClusterIndex,
  type MapMarker,
  markersIn,
  recordCount,
  recordsOf,
  zoomToSplit,
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
import { type MapKind, type MapPoint, positionCount } from './map-points.ts';
import { coveredEdges, isUncovered } from './panels.ts';
import { useEngine } from './use-engine.ts';
import { usePanels } from './use-panels.ts';

export interface MapFrameProps {
  variant: MapVariant;
  records: MapRecords | null;
  points: MapPoint[];
  index: ClusterIndex;
  /** The kinds that the legend hides, how many records that hides, and how to change it. */
  off: readonly MapKind[];
  switchedOff: number;
  onSwitch: (kind: MapKind) => void;
  selected: string;
  loading: boolean;
  online: boolean;
  failure: string | null;
  onReload: () => void;
  onOpen: (point: MapPoint) => void;
  onExpand?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
}

/** The open map with the panels over it, and its list. */
export function MapFrame(props: MapFrameProps) {
  const { variant, records, points, index, selected, onOpen, onClose } = props;
  const canvas = useRef<HTMLDivElement>(null);
  const { size, panels, panelRef } = usePanels(canvas);
  const { engine, loader, credits, retry, ...opened } = useEngine(canvas, variant !== 'page');
  const view = useDeferredValue(opened.view);
  const [ownPosition, setOwnPosition] = useState<Position | null>(null);
  const device = usePosition((position) => {
    setOwnPosition(position);
    engine?.goTo(position, 14);
  });
  const [hovered, setHovered] = useState<MapPoint | null>(null);
  const [listChosen, setListChosen] = useState(false);
  /** Records so close together that no zoom separates them. */
  const [spot, setSpot] = useState<MapPoint[] | null>(null);
  const isDesk = useScreen('desk');
  const isPhone = useScreen('phone');
  // A low map has no space for sentences: they stand under it.
  const noticesBelow = isPhone || variant === 'band';
  const listBeside = variant === 'page' && isDesk;
  const showsList = !listBeside && (listChosen || !loader.canDraw);

  function choose(marker: MapMarker): void {
    if (marker.type === 'record') {
      onOpen(marker.point);
      return;
    }
    const zoom = zoomToSplit(index, marker);
    if (zoom === null) {
      setSpot(recordsOf(index, marker));
      setListChosen(true);
    } else {
      engine?.goTo(marker, zoom);
      // The cluster's button disappears when it splits, and would take the focus with it.
      engine?.focus();
    }
  }

  function showAll(): void {
    const bounds = boundsOf(points);
    if (bounds) engine?.fit(bounds, coveredEdges(size, panels));
  }

  const onChoose = useLatest(choose);
  const markers = useMemo(() => (view ? markersIn(index, view) : []), [index, view]);
  const visible = useMemo(
    () => markers.filter((marker) => view && isUncovered(pixelIn(view, marker), size, panels)),
    [markers, view, size, panels],
  );
  const countInFoot = variant === 'column' || variant === 'page';
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
      onHover={listBeside ? setHovered : undefined}
    />
  );
  const notices = (
    <MapNotices
      ref={noticesBelow ? undefined : panelRef('notices')}
      below={noticesBelow}
      loader={loader}
      online={props.online}
      showsList={showsList}
      onRetry={retry}
      records={records}
      failure={props.failure}
      onReload={props.onReload}
      problem={device.problem}
      onProblemRead={device.clearProblem}
    />
  );

  return (
    <section className={classNames('grid narrow', css[variant])} aria-label="Live Map">
      <div className={classNames(css['map'], 'on-dark')} data-list={showsList || undefined}>
        <div className={css['over']}>
          <div className="flex top between gap-4">
            <div className={css['topLeft']}>
              <div ref={panelRef('corner')} className={css['corner']}>
                {variant !== 'page' && <MapHead detail={countInFoot ? null : count} />}
                {view && points.length + props.switchedOff > 0 && !showsList && (
                  <OutOfView
                    inView={recordCount(visible)}
                    all={points.length}
                    switchedOff={props.switchedOff}
                    onShowAll={showAll}
                  />
                )}
              </div>
              {!noticesBelow && notices}
            </div>
            <MapControls
              ref={panelRef('controls')}
              engine={engine}
              inRow={showsList || variant === 'band'}
              locating={device.asking}
              onLocate={device.ask}
              showsList={loader.canDraw && !listBeside ? showsList : undefined}
              onList={(chosen) => {
                setListChosen(chosen);
                setSpot(null);
              }}
              onExpand={props.onExpand}
              onClose={onClose}
              closesTo={variant === 'column' ? 'side' : 'top'}
            />
          </div>
          {showsList ? (
            <div className={css['list']}>{list}</div>
          ) : (
            <MapFoot
              legendRef={panelRef('legend')}
              creditsRef={panelRef('credits')}
              off={props.off}
              onSwitch={(kind) => {
                setSpot(null);
                props.onSwitch(kind);
              }}
              count={countInFoot ? count : null}
              credits={credits}
            />
          )}
        </div>
        <div className={css['loading']}>
          <LoadingBar active={['not loaded', 'loading'].includes(loader.state) || props.loading} />
        </div>
        <div ref={canvas} className={css['canvas']} data-state={loader.state} />
        {engine && (
          <MapMarkers
            engine={engine}
            markers={markers}
            visible={visible}
            selected={hovered?.id ?? selected}
            ownPosition={ownPosition}
            onChoose={onChoose}
          />
        )}
      </div>
      {noticesBelow && notices}
      {listBeside && <div className={css['beside']}>{list}</div>}
    </section>
  );
}
