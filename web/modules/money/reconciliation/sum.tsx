import type { ReactNode } from 'react';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './totals.module.css';

interface SumProps {
  label: string;
  /** The amount, which may link to what it is made of. */
  children: ReactNode;
  /** The addends, such as "12 payments". */
  detail: string;
  /** The sign before it in the equation. */
  sign?: string | undefined;
  /** Something about it is still to be explained. */
  open?: boolean;
}

/** One part of an equation of sums. */
export function Sum({ label, children, detail, sign, open = false }: SumProps) {
  return (
    <div className={css['sum']} data-sign={sign} data-open={open || undefined}>
      <dt>{label}</dt>
      <dd className={classNames('anywhere', css['amount'])}>{children}</dd>
      <dd className={css['detail']}>{detail}</dd>
    </div>
  );
}
