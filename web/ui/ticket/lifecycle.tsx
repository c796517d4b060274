import type { ReactElement, ReactNode } from 'react';
import { VisuallyHidden } from '../controls/visually-hidden.tsx';
import { classNames } from '../theme/class-names.ts';
import css from './lifecycle.module.css';
import type { BadgeKind } from './ticket-badge.tsx';

export interface LifecycleStep {
  key: string;
  label: string;
  /** A Tabler icon of size 18. */
  icon: ReactNode;
  state: 'reached' | 'next' | 'later';
  /** Its colour once it is reached. */
  kind: BadgeKind;
  /** The time and the person, or the missing step; an element has a key. */
  lines: readonly (string | ReactElement)[];
}

const spoken = { reached: 'reached', next: 'next', later: 'still to come' } as const;

/** The steps of a record: what was reached, what is next, what comes later. */
export function Lifecycle({ steps, label }: { steps: readonly LifecycleStep[]; label: string }) {
  return (
    <ol className={css['steps']} aria-label={label}>
      {steps.map(({ key, label: name, icon, state, kind, lines }) => (
        <li
          key={key}
          className={classNames(css['step'], css[state], kind)}
          aria-current={state === 'next' ? 'step' : undefined}
        >
          <span className={css['ring']} aria-hidden>
            {icon}
          </span>
          <span className={classNames('block body', css['label'])}>
            {name}
            <VisuallyHidden>, {spoken[state]}</VisuallyHidden>
          </span>
          {lines.map((line) => (
            <span
              key={typeof line === 'string' ? line : line.key}
              className={classNames('block small anywhere', css['line'])}
            >
              {line}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}
