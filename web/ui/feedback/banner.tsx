import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './banner.module.css';

export interface BannerProps {
  /** ink: no network. bad: something failed. warn: needs attention. new: there is news. */
  kind: 'ink' | 'bad' | 'warn' | 'new';
  icon?: ReactNode;
  /** A `<b>` in it is emphasised. */
  children: ReactNode;
  action?: { label: string; onChoose: () => void } | undefined;
  /** Without corners, and with a line below: for use inside a card. */
  flush?: boolean | undefined;
}

const looks = { ink: css['ink'], bad: 'bad', warn: 'warn', new: css['new'] } as const;

/** A line across the screen with one action. Announced politely. */
export function Banner({ kind, icon, children, action, flush }: BannerProps) {
  return (
    <div
      className={classNames('row gap-5 body', css['banner'], looks[kind], flush && css['flush'])}
      role="status"
    >
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
