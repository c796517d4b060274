import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Mark } from './clusters.ts';
import type { Engine } from './engine.ts';
import css from './map-markers.module.css';
import { ClusterSign, MapSign } from './map-sign.tsx';
import { markName } from './map-words.ts';
import type { OwnPosition } from './use-own-position.ts';

export interface MapMarkersProps {
  engine: Engine;
  marks: readonly Mark[];
  /** Those of them that nothing hides: the others are no stop of Tab. */
  seen: readonly Mark[];
  /** The record with the ring around it; '' for none. */
  selected: string;
  own: OwnPosition | null;
  onChoose: (mark: Mark) => void;
}

/** The markers of what is seen, and of a little around it: each is a button on its place. */
export function MapMarkers({ engine, marks, seen, selected, own, onChoose }: MapMarkersProps) {
  return (
    <>
      {marks.map((mark) => {
        const isSelected = mark.key === selected;
        return (
          <Placed key={mark.key} engine={engine} lat={mark.lat} lng={mark.lng}>
            <button
              type="button"
              className={css['marker']}
              tabIndex={seen.includes(mark) ? 0 : -1}
              data-selected={isSelected || undefined}
              aria-label={markName(mark)}
              title={markName(mark)}
              onClick={() => onChoose(mark)}
            >
              <Sign mark={mark} selected={isSelected} />
            </button>
          </Placed>
        );
      })}
      {own && (
        <Placed engine={engine} lat={own.lat} lng={own.lng}>
          <div className={css['own']} role="img" aria-label="You are here" />
        </Placed>
      )}
    </>
  );
}

export function Sign({ mark, selected = false }: { mark: Mark; selected?: boolean }) {
  return mark.type === 'cluster' ? (
    <ClusterSign count={mark.count} kinds={mark.kinds} />
  ) : (
    <MapSign kind={mark.point.kind} selected={selected} />
  );
}

interface PlacedProps {
  engine: Engine;
  lat: number;
  lng: number;
  children: ReactNode;
}

/** Keeps its children on a place while the map moves under it. */
function Placed({ engine, lat, lng, children }: PlacedProps) {
  const [element] = useState(() => document.createElement('div'));
  useEffect(() => engine.place(element, { lat, lng }), [engine, element, lat, lng]);
  return createPortal(children, element);
}
