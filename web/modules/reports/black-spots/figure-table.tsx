import type { ReactNode } from 'react';
import { oneTabStop } from '#web/ui/controls/one-tab-stop.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './black-spots.module.css';

interface FigureTableProps {
  /** The region that scrolls where the table is wider than its card. */
  label: string;
  caption: string;
  columns: readonly string[];
  /** Its rows. */
  children: ReactNode;
}

/** A table of figures in a card of the black spots. */
export function FigureTable({ label, caption, columns, children }: FigureTableProps) {
  return (
    <div className={css['frame']} role="region" aria-label={label} tabIndex={0}>
      <table ref={oneTabStop} className={classNames('small', css['table'])}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
