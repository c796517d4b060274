import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './icon-tile.module.css';
import type { BadgeKind } from './ticket-badge.tsx';

/** An icon of size 16 on the colour of a state. */
export function IconTile({ kind, icon }: { kind: BadgeKind; icon: ReactNode }) {
  return (
    <span className={classNames('flex-none', css['tile'], kind)} aria-hidden>
      {icon}
    </span>
  );
}
