import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { clockOf, dateOf } from '#web/format/time.ts';
import { IconTile } from '#web/ui/ticket/icon-tile.tsx';
import type { StubKind } from '#web/ui/ticket/stub.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './dossier-history.module.css';

interface HistoryEntryProps {
  to: string;
  at: string;
  kind: StubKind;
  /** Of size 16. */
  icon: ReactNode;
  stub: ReactNode;
  /** What a screen reader is told besides the lines. */
  children: ReactNode;
}

/** A line of the history; the whole of it opens the record. */
export function HistoryEntry({ to, at, kind, icon, stub, children }: HistoryEntryProps) {
  return (
    <li className={css['entry']}>
      <Link to={to} className={classNames('opens', css['inside'])}>
        <span className={css['mark']}>
          <IconTile kind={kind} icon={icon} />
        </span>
        <span className="column grow gap-1 anywhere">
          <span className={css['first']}>{stub}</span>
          {children}
        </span>
        <time className={css['when']} dateTime={at}>
          <span>{dateOf(at)}</span>
          <span className="small quiet">{clockOf(at)}</span>
        </time>
      </Link>
    </li>
  );
}
