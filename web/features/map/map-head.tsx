import { Button } from '#web/ui/controls/button.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './live-map.module.css';
import { outOfView } from './map-words.ts';

/** The name of the map, and what it shows. */
export function MapHead({ detail }: { detail: string | null }) {
  return (
    <div className={classNames('flex wrap', css['head'])}>
      <b>Live Map</b>
      {detail !== null && <span>{detail}</span>}
    </div>
  );
}

export interface OutOfViewProps {
  inView: number;
  all: number;
  /** The number of records that the legend hides. */
  switchedOff: number;
  onShowAll: () => void;
  /** Undefined for a person without a zone. */
  onShowZone: (() => void) | undefined;
}

/** Says how many records lie outside the visible part of the map, with a button to show them all. */
export function OutOfView(props: OutOfViewProps) {
  const { inView, all, switchedOff, onShowAll, onShowZone } = props;
  return (
    <div className={classNames('row gap-5', css['outOfView'])}>
      <Button
        size="sm"
        disabled={all === 0}
        reason="All kinds of record are hidden. Show at least one in the legend."
        onClick={onShowAll}
      >
        Show all
      </Button>
      {onShowZone && (
        <Button size="sm" onClick={onShowZone}>
          My zone
        </Button>
      )}
      <span role="status">{outOfView(inView, all, switchedOff)}</span>
    </div>
  );
}
