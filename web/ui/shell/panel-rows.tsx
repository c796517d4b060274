import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './panel-rows.module.css';

export interface PanelRowsProps {
  /** The accessible name of the list. */
  label: string;
  /** True if the panel is full, so that its rows share its height. */
  full?: boolean | undefined;
  children: ReactNode;
}

export function PanelRows({ label, full, children }: PanelRowsProps) {
  return (
    <ul
      className={classNames('column', css['rows'])}
      aria-label={label}
      data-full={full === true ? true : undefined}
    >
      {children}
    </ul>
  );
}

export interface PanelRowProps {
  /** An IconTile or an Avatar. */
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
      <span className="small flex-none quiet">{end}</span>
    </>
  );
  return (
    <li>
      {onOpen === undefined ? (
        <div className={classNames('row grow gap-6', css['inside'])}>{inside}</div>
      ) : (
        <button
          type="button"
          className={classNames('row grow gap-6', css['inside'], 'clickable')}
          onClick={onOpen}
        >
          {inside}
        </button>
      )}
    </li>
  );
}

/** A button that shows the remaining rows. */
export function MoreRows({ children, onShow }: { children: ReactNode; onShow: () => void }) {
  return (
    <button
      type="button"
      className={classNames('clickable strong line-top', css['more'])}
      onClick={onShow}
    >
      {children}
    </button>
  );
}
