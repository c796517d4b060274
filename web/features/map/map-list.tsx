import { Button } from '#web/ui/controls/button.tsx';
import { count } from '#web/format/money.ts';
import css from './map-list.module.css';
import type { MapPoint } from './map-points.ts';
import { RecordList, type RecordListProps } from './record-list.tsx';

export interface MapListProps extends RecordListProps {
  /** The records of one spot alone, which no zoom can part; null for all. */
  spot: MapPoint[] | null;
  onAll: () => void;
  /** How many records the legend keeps away. */
  switchedOff: number;
}

/** The list beside the map, or in its place. */
export function MapList({ spot, onAll, switchedOff, points, ...rest }: MapListProps) {
  const shown = spot ?? points;
  return (
    <>
      <div className={css['head']}>
        <h2 className="heading">
          {count(shown.length)} {shown.length === 1 ? 'record' : 'records'}
          {spot && ' at one spot'}
          {!spot && switchedOff > 0 && `, ${count(switchedOff)} switched off`}
        </h2>
        {spot && (
          <Button size="sm" variant="link" onClick={onAll}>
            All records
          </Button>
        )}
      </div>
      <RecordList key={spot ? 'spot' : 'all'} points={shown} {...rest} />
    </>
  );
}
