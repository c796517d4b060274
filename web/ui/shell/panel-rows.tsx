import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './panel-rows.module.css';

export interface PanelRowsProps {
  /** The name of the list, spoken. */
  label: string;
  /** As many as there can be: they share the height of the panel. */
  full?: boolean | undefined;
  children: ReactNode;
}

/** The rows of a panel. */
export function PanelRows({ label, full, children }: PanelRowsProps) {
  return (
    <ul className={css['rows']} aria-label={label} data-full={full === true ? true : undefined}>
      {children}
    </ul>
  );
}

export interface PanelRowProps {
  /** A tile or a face. */
  mark: ReactNode;
  children: ReactNode;
  /** The second line. */
  detail?: ReactNode;
  /** At the right. */
  end?: ReactNode;
  onOpen?: (() => void) | undefined;
}

/** A row of two lines; it is a button when it opens something. */
export function PanelRow({ mark, children, detail, end, onOpen }: PanelRowProps) {
  const inside = (
    <>
      {mark}
      <span className="column grow anywhere">
        <span>{children}</span>
        <span className="small quiet">{detail}</span>
      </span>
      <span className="small still quiet">{end}</span>
    </>
  );
  return (
    <li>
      {onOpen === undefined ? (
        <div className={css['inside']}>{inside}</div>
      ) : (
        <button type="button" className={classNames(css['inside'], 'opens')} onClick={onOpen}>
          {inside}
        </button>
      )}
    </li>
  );
}

/** Shows the rows that were left out. */
export function MoreRows({ children, onShow }: { children: ReactNode; onShow: () => void }) {
  return (
    <button type="button" className={css['more']} onClick={onShow}>
      {children}
    </button>
  );
}
