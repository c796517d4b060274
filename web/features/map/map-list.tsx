import { type ReactNode, useState } from 'react';
import { count, naira } from '#web/format/money.ts';
import { momentOf } from '#web/format/time.ts';
import { madeAtOf } from '#web/records/made-at.tsx';
import { Plate } from '#web/records/plate.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { IconAlertTriangle, IconCircleCheck, IconFlagCheck, IconTicket } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { type BadgeKind, TicketBadge } from '#web/ui/ticket/ticket-badge.tsx';
import css from './map-foot.module.css';
import { kindLabels, type MapKind, type MapPoint } from './map-points.ts';
import { ageOf, pointName } from './map-words.ts';

export interface MapListProps {
  points: readonly MapPoint[];
  /** Shown instead of all points: records so close together that no zoom separates them. */
  spot: readonly MapPoint[] | null;
  onAll: () => void;
  /** The number of records that the legend hides. */
  switchedOff: number;
  selected: string;
  onChoose: (point: MapPoint) => void;
  /** The record under the pointer or with the focus; null once it is left. */
  onHover?: ((point: MapPoint | null) => void) | undefined;
}

/** The records of the map as a list of buttons, beside the map or in its place, newest first. */
export function MapList({ spot, onAll, switchedOff, points, ...list }: MapListProps) {
  const shown = spot ?? points;
  return (
    <>
      <div className={classNames('row between gap-6', css['head'])}>
        <h2 className="heading">
          {count(shown.length)} {shown.length === 1 ? 'record' : 'records'}
          {spot && ' at one spot'}
          {!spot && switchedOff > 0 && `, ${count(switchedOff)} hidden`}
        </h2>
        {spot && (
          <Button size="sm" variant="link" onClick={onAll}>
            All records
          </Button>
        )}
      </div>
      <Records key={spot ? 'spot' : 'all'} points={shown} {...list} />
    </>
  );
}

const pageSize = 50;

type RecordsProps = Pick<MapListProps, 'points' | 'selected' | 'onChoose' | 'onHover'>;

function Records({ points, selected, onChoose, onHover }: RecordsProps) {
  const [shown, setShown] = useState(pageSize);
  const hidden = points.length - shown;
  return (
    <>
      <ol className={css['list']} aria-label="Records">
        {points.slice(0, shown).map((point) => (
          <li key={point.id}>
            <button
              type="button"
              className={classNames('clickable grid gap-3', css['row'])}
              aria-current={point.id === selected || undefined}
              onClick={() => onChoose(point)}
              onPointerEnter={() => onHover?.(point)}
              onPointerLeave={() => onHover?.(null)}
              onFocus={() => onHover?.(point)}
              onBlur={() => onHover?.(null)}
            >
              <RowContent point={point} />
            </button>
          </li>
        ))}
      </ol>
      {hidden > 0 && (
        <div className={classNames('grid center line-top', css['more'])}>
          <Button onClick={() => setShown(shown + pageSize)}>
            Show {count(Math.min(pageSize, hidden))} more
          </Button>
        </div>
      )}
    </>
  );
}

const badges: Record<MapKind, { kind: BadgeKind; icon: ReactNode }> = {
  issued: { kind: 'issued', icon: <IconTicket size={14} aria-hidden /> },
  paid: { kind: 'paid', icon: <IconCircleCheck size={14} aria-hidden /> },
  completed: { kind: 'done', icon: <IconFlagCheck size={14} aria-hidden /> },
  accident: { kind: 'crash', icon: <IconAlertTriangle size={14} aria-hidden /> },
};

function RowContent({ point }: { point: MapPoint }) {
  const { price, zone } = point;
  const isBooking = price !== null;
  return (
    <>
      <span className="row wrap between gap-5 tight">
        <span className="shrink strong anywhere">{isBooking ? zone : pointName(point)}</span>
        {isBooking && point.name !== '' && <Plate value={point.name} />}
      </span>
      <span className="row wrap between gap-5 tight">
        <TicketBadge
          {...badges[point.kind]}
          label={kindLabels[point.kind]}
          body={isBooking ? naira(price) : zone}
          spoken={isBooking ? `${count(price)} naira` : zone}
        />
        <span className="small quiet" title={momentOf(madeAtOf(point))}>
          {ageOf(point)}
        </span>
      </span>
    </>
  );
}
