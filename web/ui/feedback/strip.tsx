import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './strip.module.css';

export interface StripProps {
  /** ink: working without the network. bad: the server is down. warn: needs a sign-in. new: news. */
  kind: 'ink' | 'bad' | 'warn' | 'new';
  icon?: ReactNode;
  /** A `<b>` in it stands out. */
  children: ReactNode;
  action?: { label: string; onChoose: () => void } | undefined;
  /** No corners, a hairline below: for the inside of a card. */
  flush?: boolean | undefined;
}

const looks = { ink: css['ink'], bad: 'bad', warn: 'warn', new: css['new'] } as const;

/** A line across the screen that says what is so and offers one step. Announced politely. */
export function Strip({ kind, icon, children, action, flush }: StripProps) {
  return (
    <div className={classNames(css['strip'], looks[kind], flush && css['flush'])} role="status">
      {icon}
      <span className="grow">{children}</span>
      {action !== undefined && (
        <button type="button" className={css['act']} onClick={action.onChoose}>
          {action.label}
        </button>
      )}
    </div>
  );
}
