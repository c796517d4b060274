import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './lifecycle.module.css';
import type { StubKind } from './stub.tsx';

export interface Station {
  key: string;
  label: string;
  /** A Tabler icon of size 18. */
  icon: ReactNode;
  state: 'reached' | 'next' | 'later';
  /** The ground once reached. */
  kind: StubKind;
  /** When and who, or what it waits for. */
  lines: readonly string[];
}

const spoken = { reached: 'reached', next: 'next', later: 'still to come' } as const;

/** Stations along a lane: what was reached, what is next, what comes later. */
export function Lifecycle({ stations, label }: { stations: readonly Station[]; label: string }) {
  return (
    <ol className={css['lane']} aria-label={label}>
      {stations.map(({ key, label: name, icon, state, kind, lines }) => (
        <li
          key={key}
          className={classNames(css['station'], css[state], kind)}
          aria-current={state === 'next' ? 'step' : undefined}
        >
          <span className={css['ring']} aria-hidden>
            {icon}
          </span>
          <span className={css['label']}>
            {name}
            <VisuallyHidden>, {spoken[state]}</VisuallyHidden>
          </span>
          {lines.map((line) => (
            <span key={line} className={css['line']}>
              {line}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}
