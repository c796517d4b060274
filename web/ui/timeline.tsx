import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { StubKind } from './stub.tsx';
import css from './timeline.module.css';

export interface TimelineEvent {
  key: string;
  /** A Tabler icon of size 16. */
  icon: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  time?: ReactNode;
  kind?: StubKind | undefined;
}

/** What happened, one line each, newest last. */
export function Timeline({ events, label }: { events: readonly TimelineEvent[]; label: string }) {
  return (
    <ol className={css['lane']} aria-label={label}>
      {events.map(({ key, icon, title, detail, time, kind = 'plain' }) => (
        <li key={key} className={css['event']}>
          <span className={classNames(css['icon'], css[kind])} aria-hidden>
            {icon}
          </span>
          <div className={css['text']}>
            <span className={css['title']}>{title}</span>
            {detail != null && <div className={css['detail']}>{detail}</div>}
          </div>
          {time != null && <span className={css['time']}>{time}</span>}
        </li>
      ))}
    </ol>
  );
}
