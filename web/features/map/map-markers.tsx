import { memo, type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Position } from '#contract/booking-fields.ts';
import type { MapMarker } from './clusters.ts';
import type { Engine } from './engine/engine.ts';
import css from './map-markers.module.css';
import { ClusterSymbol, MapSymbol } from './map-symbol.tsx';
import { markerName } from './map-words.ts';

export interface MapMarkersProps {
  engine: Engine;
  markers: readonly MapMarker[];
  /** Those that nothing hides; Tab skips the others. */
  visible: readonly MapMarker[];
  /** The id of the record with the ring around it; '' for none. */
  selected: string;
  ownPosition: Position | null;
  onChoose: (marker: MapMarker) => void;
}

/** The markers in view and a little around it, each a button at its place. */
export const MapMarkers = memo(DrawnMarkers);

function DrawnMarkers(props: MapMarkersProps) {
  const { engine, markers, visible, selected, ownPosition, onChoose } = props;
  return (
    <>
      {markers.map((marker) => {
        const isSelected = marker.key === selected;
        return (
          <Placed key={marker.key} engine={engine} lat={marker.lat} lng={marker.lng}>
            <button
              type="button"
              className={css['marker']}
              tabIndex={visible.includes(marker) ? 0 : -1}
              data-selected={isSelected || undefined}
              aria-label={markerName(marker)}
              title={markerName(marker)}
              onClick={() => onChoose(marker)}
            >
              <MarkerSymbol marker={marker} selected={isSelected} />
            </button>
          </Placed>
        );
      })}
      {ownPosition && (
        <Placed engine={engine} lat={ownPosition.lat} lng={ownPosition.lng}>
          <div className={css['own']} role="img" aria-label="You are here" />
        </Placed>
      )}
    </>
  );
}

function MarkerSymbol({ marker, selected = false }: { marker: MapMarker; selected?: boolean }) {
  return marker.type === 'cluster' ? (
    <ClusterSymbol count={marker.count} kinds={marker.kinds} />
  ) : (
    <MapSymbol kind={marker.point.kind} selected={selected} />
  );
}

interface PlacedProps {
  engine: Engine;
  lat: number;
  lng: number;
  children: ReactNode;
}

/** Keeps its children at a place while the map moves. */
export function Placed({ engine, lat, lng, children }: PlacedProps) {
  const [element] = useState(() => {
    const placed = document.createElement('div');
    placed.className = css['placed'] ?? '';
    return placed;
  });
  useEffect(() => engine.place(element, { lat, lng }), [engine, element, lat, lng]);
  return createPortal(children, element);
}
