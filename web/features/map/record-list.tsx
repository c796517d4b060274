import { IconAlertTriangle, IconCircleCheck, IconFlagCheck, IconTicket } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { count, naira } from '#web/format/money.ts';
import { relativeTime } from '#web/format/time.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Plate } from '#web/ui/ticket/plate.tsx';
import { Stub, type StubKind } from '#web/ui/ticket/stub.tsx';
import { kindLabels, type MapKind, type MapPoint } from './map-points.ts';
import { pointName } from './map-words.ts';
import css from './record-list.module.css';

const step = 50;

const stubs: Record<MapKind, { kind: StubKind; icon: ReactNode }> = {
  issued: { kind: 'issued', icon: <IconTicket size={14} aria-hidden /> },
  paid: { kind: 'paid', icon: <IconCircleCheck size={14} aria-hidden /> },
  completed: { kind: 'done', icon: <IconFlagCheck size={14} aria-hidden /> },
  accident: { kind: 'crash', icon: <IconAlertTriangle size={14} aria-hidden /> },
};

export interface RecordListProps {
  points: readonly MapPoint[];
  selected: string;
  onChoose: (point: MapPoint) => void;
  /** The record under the pointer or the focus; null when it left. */
  onPoint?: ((point: MapPoint | null) => void) | undefined;
}

/** The map's twin: the same records as a list of buttons, the newest first. */
export function RecordList({ points, selected, onChoose, onPoint }: RecordListProps) {
  const [shown, setShown] = useState(step);
  const left = points.length - shown;
  return (
    <>
      <ol className={css['list']} aria-label="Records">
        {points.slice(0, shown).map((point) => (
          <li key={point.id}>
            <button
              type="button"
              className={css['row']}
              aria-current={point.id === selected || undefined}
              onClick={() => onChoose(point)}
              onPointerEnter={() => onPoint?.(point)}
              onPointerLeave={() => onPoint?.(null)}
              onFocus={() => onPoint?.(point)}
              onBlur={() => onPoint?.(null)}
            >
              <RowContent point={point} />
            </button>
          </li>
        ))}
      </ol>
      {left > 0 && (
        <div className={css['more']}>
          <Button onClick={() => setShown(shown + step)}>
            Show {count(Math.min(step, left))} more
          </Button>
        </div>
      )}
    </>
  );
}

function RowContent({ point }: { point: MapPoint }) {
  const { kind, icon } = stubs[point.kind];
  const isBooking = point.price !== null;
  return (
    <>
      <span className="row wrap between gap-5 tight">
        <span className="narrow strong anywhere">{isBooking ? point.zone : pointName(point)}</span>
        {isBooking && point.name !== '' && <Plate value={point.name} />}
      </span>
      <span className="row wrap between gap-5 tight">
        <Stub
          kind={kind}
          icon={icon}
          label={kindLabels[point.kind]}
          body={point.price === null ? point.zone : naira(point.price)}
          spoken={point.price === null ? point.zone : `${count(point.price)} naira`}
        />
        <span className="small quiet">{relativeTime(point.createdAt)}</span>
      </span>
    </>
  );
}
