import type { ReactNode } from 'react';
import type { Look } from '#contract/operations.ts';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconClock } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './operations.module.css';

const signs = {
  well: { Icon: IconCircleCheck, words: 'OK' },
  doubtful: { Icon: IconAlertTriangle, words: 'Needs attention' },
  wrong: { Icon: IconAlertCircle, words: 'Problem' },
  'not yet': { Icon: IconClock, words: 'Not yet' },
} as const;

interface LookRowProps {
  look: Look;
  /** True where a part was not set up yet, which is nothing to worry about. */
  isNotYet?: boolean;
  /** Below the words. */
  children?: ReactNode;
}

/** A part of the installation: its sign, its name and how it stands. */
export function LookRow({ look, isNotYet = false, children }: LookRowProps) {
  const { what, words } = look;
  const state = isNotYet ? 'not yet' : look.state;
  const { Icon, words: sign } = signs[state];
  return (
    <li className={classNames('flex gap-6', css['row'])}>
      <Icon size={20} stroke={1.8} className={css['sign']} data-state={state} aria-hidden />
      <div className="column grow anywhere">
        <b>
          {what}
          <VisuallyHidden>: {sign}</VisuallyHidden>
        </b>
        <span className="small">{words}</span>
        {children}
      </div>
    </li>
  );
}
