import { Link } from 'react-router';
import {
  type CellKind,
  holds,
  type Report,
  type ReportCell,
  type ReportRow,
  type ReportTable,
} from '#contract/modules/reports/reports.ts';
import { count } from '#web/format/money.ts';
import { momentOf } from '#web/format/time.ts';
import { oneTabStop } from '#web/ui/controls/one-tab-stop.ts';
import { Banner } from '#web/ui/feedback/banner.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import page from './one-report.module.css';

/** A report with its sums and notes. */
export function ShownReport({ report }: { report: Report }) {
  const { checks, notes, number, madeBy } = report;
  const failed = checks.filter((check) => !holds(check));
  return (
    <div className={classNames('grid gap-7', page['stack'])}>
      {failed.map(({ says }) => (
        <Banner key={says} kind="bad">
          <b>The totals of this report do not agree, so nobody can sign it.</b> {says}.
        </Banner>
      ))}
      <ReportTables report={report} />
      <Card title="Checks and notes">
        <ul className={page['notes']}>
          {checks
            .filter((check) => holds(check))
            .map(({ says }) => (
              <li key={says}>{says}.</li>
            ))}
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
          <li>
            Report number {number}, made by {madeBy}. Two identical reports have the same number.
          </li>
        </ul>
      </Card>
    </div>
  );
}

/** Every table of a report; a figure leads to the list that it counts. */
const ReportTables = ({ report }: { report: Report }) => (
  <>
    {report.tables.map((table) => (
      <Card key={table.title} title={table.title}>
        <ReportTableRows table={table} />
        {table.rows.length < table.of && (
          <p className={classNames('small quiet', page['note'])}>
            Showing {count(table.rows.length)} of {count(table.of)} rows. The PDF and Excel files
            have them all.
          </p>
        )}
        {table.note !== '' && (
          <p className={classNames('small quiet', page['note'])}>{table.note}</p>
        )}
      </Card>
    ))}
  </>
);

export function ReportTableRows({ table }: { table: ReportTable }) {
  const { title, columns, rows, total } = table;
  if (rows.length === 0 && total === null)
    return (
      <p className={classNames('small quiet', page['note'])}>
        There is nothing to show for these days.
      </p>
    );
  const opens = [...rows, ...(total ? [total] : [])].some(hasLink);
  return (
    // It scrolls sideways on a small screen; without links, keys must reach it itself.
    <div
      className={page['scroll']}
      tabIndex={opens ? undefined : 0}
      role="group"
      aria-label={title}
    >
      <table ref={oneTabStop} className={page['table']}>
        <thead>
          <tr>
            {columns.map(({ name, kind }) => (
              <th key={name} scope="col" data-kind={kind}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // Rows have no id: one answer is shown, in its order.
            <Row key={index} row={row} columns={columns} />
          ))}
        </tbody>
        {total && (
          <tfoot>
            <Row row={total} columns={columns} />
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** Nothing stands behind a figure of zero. */
const isOpened = (cell: ReportCell): boolean => cell !== 0;

const hasLink = ({ opens, cells }: ReportRow): boolean =>
  opens.some((to, index) => to !== null && isOpened(cells[index] ?? null));

function Row({ row, columns }: { row: ReportRow; columns: ReportTable['columns'] }) {
  const [name] = row.cells;
  return (
    <tr>
      {columns.map(({ name: column, kind }, index) => {
        const cell = row.cells[index] ?? null;
        const to = row.opens[index] ?? null;
        const words = inWords(cell, kind);
        const shown =
          to !== null && isOpened(cell) ? (
            <Link to={to} aria-label={index === 0 ? undefined : `${column}, ${name}: ${words}`}>
              {words}
            </Link>
          ) : (
            words
          );
        // A code or a plate isn't broken at its hyphen.
        const whole = words.includes(' ') ? undefined : true;
        return index === 0 ? (
          <th key={column} scope="row" data-kind={kind} data-whole={whole}>
            {shown}
          </th>
        ) : (
          <td key={column} data-kind={kind} data-whole={whole}>
            {shown}
          </td>
        );
      })}
    </tr>
  );
}

const money = new Intl.NumberFormat('en-NG', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** Negative money stands in brackets, as in books; a dash says that there is nothing to tell. */
export function inWords(cell: ReportCell, kind: CellKind): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return kind === 'moment' ? momentOf(cell) : cell;
  if (kind === 'percent') return String(cell);
  if (kind !== 'naira') return count(cell);
  return cell < 0 ? `(${money.format(-cell)})` : money.format(cell);
}
