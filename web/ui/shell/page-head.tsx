import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './card.module.css';

export interface PageHeadProps {
  /** The one h1 of the page. */
  title: string;
  /** One line under it. */
  detail?: ReactNode;
  /** Small buttons at the right. */
  actions?: ReactNode;
}

/** The head of a screen. */
export function PageHead({ title, detail, actions }: PageHeadProps) {
  return (
    <div className={classNames('flex wrap', css['pageHead'])}>
      <div className={css['pageTitle']}>
        <h1>{title}</h1>
        {detail != null && <p className="quiet">{detail}</p>}
      </div>
      {actions != null && <div className="flex wrap gap-4">{actions}</div>}
    </div>
  );
}
