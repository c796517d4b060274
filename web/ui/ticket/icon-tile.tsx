import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './icon-tile.module.css';
import type { StubKind } from './stub.tsx';

/** An icon of size 16 on the ground of a state; the words stand beside it. */
export function IconTile({ kind, icon }: { kind: StubKind; icon: ReactNode }) {
  return (
    <span className={classNames(css['tile'], kind)} aria-hidden>
      {icon}
    </span>
  );
}
