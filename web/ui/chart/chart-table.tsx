import { oneTabStop } from '../controls/one-tab-stop.ts';
import { classNames } from '../theme/class-names.ts';
import type { ChartLink } from './chart-link.ts';
import css from './chart-table.module.css';

export interface ChartCell {
  text: string;
  /** The address it opens; null for none. */
  to: string | null;
}

export interface ChartTableProps {
  caption: string;
  /** The first names the rows, the others their figures. */
  columns: readonly string[];
  rows: readonly { key: string; name: string; figures: readonly ChartCell[] }[];
  total: readonly ChartCell[];
  link: ChartLink;
}

/** The figures of a chart as a table, which scrolls on its own when there are many. */
export function ChartTable({ caption, columns, rows, total, link }: ChartTableProps) {
  const opens = [...rows.flatMap(({ figures }) => figures), ...total].some(({ to }) => to !== null);
  return (
    // It scrolls; without links, keys must reach it itself.
    <div
      className={css['frame']}
      role="region"
      aria-label={caption}
      tabIndex={opens ? undefined : 0}
    >
      <table ref={oneTabStop} className={css['table']}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, figures }) => (
            <Row key={key} name={name} figures={figures} columns={columns} link={link} />
          ))}
        </tbody>
        <tfoot>
          <Row name="Total" figures={total} columns={columns} link={link} />
        </tfoot>
      </table>
    </div>
  );
}

interface RowProps {
  name: string;
  figures: readonly ChartCell[];
  columns: readonly string[];
  link: ChartLink;
}

function Row({ name, figures, columns, link: Link }: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {figures.map(({ text, to }, at) => (
        <td key={columns[at + 1]}>
          {to === null ? (
            text
          ) : (
            <Link to={to} className={classNames('inline-row', css['figure'])}>
              {text}
            </Link>
          )}
        </td>
      ))}
    </tr>
  );
}
