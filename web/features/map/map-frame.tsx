import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Position } from '#contract/booking-fields.ts';
import type { MapRecords } from '#contract/map.ts';
import type { Organisation } from '#contract/places.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { useLatest } from '#web/device/use-latest.ts';
import { usePosition } from '#web/device/use-position.ts';
import { LoadingBar } from '#web/ui/feedback/loading-bar.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { mostOf, recordsByZone, type Shading } from './areas.ts';
import {
  type ClusterIndex,
  type MapMarker,
  markersIn,
  recordCount,
  recordsOf,
  zoomToSplit,
} from './clusters.ts';
import { firstLook } from './first-look.ts';
import { boundsAtHome, pixelIn } from './geography.ts';
import css from './live-map.module.css';
import type { MapVariant } from './live-map.tsx';
import { MapControls } from './map-controls.tsx';
import { MapFoot } from './map-foot.tsx';
import { MapHead, OutOfView } from './map-head.tsx';
import { CircleList, MapCircles, type MapLayer } from './map-layer.tsx';
import { MapList } from './map-list.tsx';
import { MapMarkers } from './map-markers.tsx';
import { MapNotice, MapNotices } from './map-notices.tsx';
import { type MapKind, type MapPoint, positionCount } from './map-points.ts';
import { boundsOfArea, readAreas } from './outlines/read-outlines.ts';
import { coveredEdges, isUncovered } from './panels.ts';
import { useEngine } from './use-engine.ts';
import { type KeptView, useKeptView } from './use-kept-view.ts';
import { usePanels } from './use-panels.ts';

export interface MapFrameProps {
  variant: MapVariant;
  organisation: Organisation | undefined;
  records: MapRecords | null;
  points: MapPoint[];
  index: ClusterIndex;
  /** The kinds that are switched off in the legend. */
  off: readonly MapKind[];
  /** The number of records of those kinds. */
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
  layer: MapLayer | undefined;
}

/** The open map with the panels over it, and its list. */
export function MapFrame(props: MapFrameProps) {
  const { variant, records, points, index, selected, onOpen, onClose, layer } = props;
  const canvas = useRef<HTMLDivElement>(null);
  const { size, panels, panelRef } = usePanels(canvas);
  const { engine, loader, credits, retry, ...opened } = useEngine(
    canvas,
    variant !== 'page',
    props.organisation,
  );
  const view = useDeferredValue(opened.view);
  const [ownPosition, setOwnPosition] = useState<Position | null>(null);
  const device = usePosition((position) => {
    setOwnPosition(position);
    engine?.goTo(position, 15);
  });
  const zone = useCurrentUser()?.zone ?? null;
  const [shading, setShading] = useState<Shading | null>(null);
  const [hovered, setHovered] = useState<MapPoint | null>(null);
  const [listChosen, setListChosen] = useState(false);
  /** Records so close together that no zoom separates them. */
  const [spot, setSpot] = useState<MapPoint[] | null>(null);
  const isDesk = useScreen('desk');
  const isPhone = useScreen('phone');
  // A narrow or low map has no space for notices, so they stand below it.
  const noticesBelow = isPhone || variant === 'band';
  const listBeside = variant === 'page' && isDesk;
  const showsList = !listBeside && (listChosen || !loader.canDraw);

  function openMarker(marker: MapMarker): void {
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

  /** Null shows the first look, unless somebody has moved the map meanwhile. */
  async function show(view: KeptView | null): Promise<void> {
    const area = zone === null ? null : boundsOfArea(await readAreas(), zone);
    const inZone = area ?? boundsAtHome(points.filter((point) => point.zone === zone));
    const atHome = points.filter(({ outside }) => !outside);
    const all = boundsAtHome([...points, ...(layer?.circles ?? [])]);
    const bounds = (view ?? firstLook(atHome, inZone)) === 'all' ? all : inZone;
    if (bounds && (view !== null || engine?.isAsOpened()))
      engine?.fit(bounds, coveredEdges(size, panels));
  }
  // The credits are drawn last and move the legend, so the panels are measured after them.
  const isMeasured = panels.corner && (panels.credits ?? loader.state === 'failed');
  const keep = useKeptView(
    engine !== null && points.length > 0 && Boolean(isMeasured),
    (view) => !layer?.centre && void show(view),
  );
  const { lat, lng } = layer?.centre ?? {};
  useEffect(() => {
    if (lat !== undefined && lng !== undefined) engine?.goTo({ lat, lng }, 16);
  }, [engine, lat, lng]);
  function choose(view: KeptView): void {
    void show(view);
    keep(view);
  }

  const byZone = useMemo(
    () => (shading ? recordsByZone(points, shading) : null),
    [points, shading],
  );
  useEffect(() => engine?.shade(byZone), [engine, byZone]);

  const onChoose = useLatest(openMarker);
  const markers = useMemo(() => (view ? markersIn(index, view) : []), [index, view]);
  const visible = useMemo(
    () => markers.filter((marker) => view && isUncovered(pixelIn(view, marker), size, panels)),
    [markers, view, size, panels],
  );
  const countInFoot = variant === 'column' || variant === 'page';
  const only = useMay('see paid bookings') ? '' : ', unpaid bookings only';
  const count = records && `Last 30 days${only}: ${positionCount(records)}`;
  const list = (
    <>
      {layer && !spot && <CircleList {...layer} onShow={() => setListChosen(false)} />}
      {records && (
        <MapList
          points={points}
          spot={spot}
          onAll={() => setSpot(null)}
          switchedOff={props.switchedOff}
          selected={selected}
          onChoose={onOpen}
          onHover={listBeside ? setHovered : undefined}
        />
      )}
    </>
  );
  const notices = (
    <MapNotices
      below={noticesBelow}
      showsList={showsList}
      loader={loader}
      online={props.online}
      onLoadMap={retry}
      records={records}
      recordsFailure={props.failure}
      onLoadRecords={props.onReload}
      positionProblem={device.problem}
      onClosePositionProblem={device.clearProblem}
    />
  );

  return (
    <section className={classNames('grid shrink', css[variant])} aria-label="Live Map">
      <div className={classNames(css['map'], 'on-dark')} data-list={showsList || undefined}>
        <div className={classNames('column gap-4', css['over'])}>
          <div className="flex align-start between gap-4">
            <div className={classNames('grid shrink gap-4', css['topLeft'])}>
              <div ref={panelRef('corner')} className={classNames('row wrap', css['corner'])}>
                {variant !== 'page' && <MapHead detail={countInFoot ? null : count} />}
                {view && points.length + props.switchedOff > 0 && !showsList && (
                  <OutOfView
                    inView={recordCount(visible)}
                    all={points.length}
                    switchedOff={props.switchedOff}
                    onShowAll={() => choose('all')}
                    onShowZone={zone === null ? undefined : () => choose('my zone')}
                  />
                )}
              </div>
              <div
                ref={panelRef('notices')}
                className={classNames('grid shrink gap-4', css['topLeft'])}
              >
                {layer && (
                  <div role="status">
                    {layer.notice && <MapNotice key={layer.notice.heading} {...layer.notice} />}
                  </div>
                )}
                {!noticesBelow && notices}
              </div>
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
              shading={variant === 'page' ? shading : undefined}
              onShade={setShading}
              most={byZone ? mostOf(byZone) : ''}
              count={countInFoot ? count : null}
              credits={credits}
            />
          )}
        </div>
        <div className={css['loading']}>
          <LoadingBar active={['not loaded', 'loading'].includes(loader.state) || props.loading} />
        </div>
        <div
          ref={canvas}
          className={css['canvas']}
          role="region"
          aria-label="Map"
          data-state={loader.state}
        />
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
        {engine && view && layer && <MapCircles layer={layer} engine={engine} zoom={view.zoom} />}
      </div>
      {noticesBelow && notices}
      {listBeside && <div className={css['beside']}>{list}</div>}
    </section>
  );
}
