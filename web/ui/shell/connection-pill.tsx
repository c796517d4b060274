import type { ReactNode } from 'react';
import { IconCloudUp, IconWifi, IconWifiOff } from '#web/ui/icons.ts';
import { classNames } from '../theme/class-names.ts';
import css from './connection-pill.module.css';

export interface ConnectionPillProps {
  state: 'online' | 'offline' | 'waiting';
  /** The number of things that wait to be sent. */
  waiting?: number | undefined;
  /** In place of the words, such as a link with them. */
  children?: ReactNode;
}

const tones = { online: 'ok', offline: undefined, waiting: 'warn' } as const;

/** Tells of the connection, and of what waits to be sent; changes are announced politely. */
export function ConnectionPill({ state, waiting = 0, children }: ConnectionPillProps) {
  const look = { size: 14, stroke: 2.2, 'aria-hidden': true } as const;
  return (
    <span
      className={classNames(
        'inline-row gap-3 tiny strong nowrap',
        css['pill'],
        css[state],
        tones[state],
      )}
      role="status"
    >
      {state === 'online' && <IconWifi {...look} />}
      {state === 'offline' && <IconWifiOff {...look} />}
      {state === 'waiting' && <IconCloudUp {...look} />}
      <span className={css['words']}>
        {children ??
          (state === 'online' ? 'Online' : state === 'offline' ? 'Offline' : `${waiting} waiting`)}
      </span>
    </span>
  );
}
