import { Link } from 'react-router';
import type { Figure } from '#contract/answers.ts';
import type {
  Reconciliation,
  ReconciliationRow,
  Totals,
} from '#contract/modules/money/reconciliation.ts';
import { shortWeekday } from '#web/format/calendar.ts';
import { count, exactNaira } from '#web/format/money.ts';
import { capitalised } from '#web/format/words.ts';
import { oneTabStop } from '#web/ui/controls/one-tab-stop.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import {
  addressesOf,
  byWords,
  type Counted,
  counted,
  type Measure,
  measures,
  measureWords,
  type Section,
} from './measures.ts';
import css from './reconciliation.module.css';

interface RowsProps {
  report: Reconciliation;
  address: Section;
}

/** The rows and their total: a table at a desk, where its columns fit, and cards otherwise. */
export function Rows({ report, address }: RowsProps) {
  const wide = useScreen('desk');
  const lines = report.rows.map((row) => lineOf(report, address, row));
  const total = lineOf(report, address, null);
  return wide ? (
    <table
      ref={oneTabStop}
      className={css['table']}
      aria-label={`Reconciliation by ${byWords[report.by].toLowerCase()}`}
    >
      <thead>
        <tr>
          <th scope="col">{byWords[report.by]}</th>
          {measures.map((measure) => (
            <th key={measure} scope="col" data-measure={measure}>
              {measureWords[measure]}
            </th>
          ))}
          <th scope="col">Exceptions</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <TableRow key={line.key} line={line} />
        ))}
      </tbody>
      <tfoot>
        <TableRow line={total} />
      </tfoot>
    </table>
  ) : (
    <div ref={oneTabStop} className={classNames('grid gap-5', css['cards'])}>
      <RowCard line={total} isTotal />
      {lines.map((line) => (
        <RowCard key={line.key} line={line} />
      ))}
    </div>
  );
}

interface Line {
  key: string;
  name: string;
  /** Explains the name; '' where nothing needs to be said. */
  detail: string;
  by: Reconciliation['by'];
  figures: Totals;
  /** The lists behind the figures. */
  addresses: Partial<Record<Counted, string>>;
}

/** A row, or the total, as it is shown. */
function lineOf(report: Reconciliation, address: Section, row: ReconciliationRow | null): Line {
  const { by, total } = report;
  const addresses = addressesOf(address, by, row);
  if (row === null) return { key: '', name: 'Total', detail: '', by, figures: total, addresses };
  const { key, label } = row;
  return { key, name: label, detail: detailOf(report, row), by, figures: row, addresses };
}

function detailOf({ by, rows }: Reconciliation, { label, detail }: ReconciliationRow): string {
  if (by === 'day') return shortWeekday(label);
  // Zones of one organisation need not name it.
  if (by === 'zone' && rows.every((row) => row.detail === detail)) return '';
  return capitalised(detail);
}

function TableRow({ line }: { line: Line }) {
  return (
    <tr>
      <th scope="row">
        <Name line={line} />
      </th>
      {measures.map((measure) => (
        <td key={measure} data-measure={measure}>
          <Amount line={line} measure={measure} />
        </td>
      ))}
      <td>
        <Exceptions line={line} />
      </td>
    </tr>
  );
}

function RowCard({ line, isTotal = false }: { line: Line; isTotal?: boolean }) {
  const { figures } = line;
  // Figures of zero are left out, except in the total.
  const shown = measures.filter((measure) => isTotal || figures[measure].count > 0);
  return (
    <article className={css['card']} data-total={isTotal || undefined}>
      <h2 className={classNames('heading anywhere', css['name'])}>
        <Name line={line} />
      </h2>
      <dl className={css['figures']}>
        {shown.map((measure) => (
          <div key={measure}>
            <dt>{measureWords[measure]}</dt>
            <dd>
              <Amount line={line} measure={measure} />
            </dd>
          </div>
        ))}
        {(isTotal || figures.exceptions > 0) && (
          <div>
            <dt>Exceptions</dt>
            <dd>
              <Exceptions line={line} />
            </dd>
          </div>
        )}
      </dl>
    </article>
  );
}

const Name = ({ line: { name, detail } }: { line: Line }) => (
  <>
    {name}
    {detail !== '' && <span className={css['detail']}>{detail}</span>}
  </>
);

function Exceptions({ line: { name, figures, addresses } }: { line: Line }) {
  const { exceptions } = figures;
  if (exceptions === 0) return <span className={classNames('quiet', css['none'])}>0</span>;
  const number = <b className={css['warning']}>{count(exceptions)}</b>;
  const { exceptions: to } = addresses;
  if (to === undefined) return number;
  return (
    <Link to={to} aria-label={`Open exceptions, ${name}: ${count(exceptions)}`}>
      {number}
    </Link>
  );
}

/**
 * An amount and the number of its bookings, payments or lines; it leads to their list, if there is
 * one.
 */
function Amount({ line, measure }: { line: Line; measure: Measure }) {
  const figure: Figure = line.figures[measure];
  const to = line.addresses[measure];
  if (figure.count === 0) return <span className={classNames('quiet', css['none'])}>0</span>;
  const amount = exactNaira(figure.amount);
  const spoken = `${measureWords[measure]}, ${line.name}: ${counted(line.by, measure, figure.count)}, ${amount}`;
  return (
    <span className={css['figure']}>
      {to === undefined ? (
        <b>{amount}</b>
      ) : (
        <Link to={to} aria-label={spoken}>
          {amount}
        </Link>
      )}
      <span className={css['many']}>{count(figure.count)}</span>
    </span>
  );
}
