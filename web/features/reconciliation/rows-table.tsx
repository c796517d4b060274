import type { Reconciliation, ReconciliationRow, Totals } from '#contract/reconciliation.ts';
import { count } from '#web/format/money.ts';
import { Figure } from './figure.tsx';
import { addressesOf, byWords, measures, measureWords } from './measures.ts';
import type { ReconciliationAddress } from './reconciliation-address.ts';
import css from './reconciliation.module.css';
import { nameOf, placeOf } from './row-words.ts';

export interface RowsProps {
  shown: Reconciliation;
  address: ReconciliationAddress;
}

/** Every row with its figures, and the total at the foot. */
export function RowsTable({ shown, address }: RowsProps) {
  const { by, rows, total } = shown;
  return (
    <table className={css['table']} aria-label={`Reconciliation by ${byWords[by].toLowerCase()}`}>
      <thead>
        <tr>
          <th scope="col">{byWords[by]}</th>
          {measures.map((measure) => (
            <th key={measure} scope="col" data-measure={measure}>
              {measureWords[measure]}
            </th>
          ))}
          <th scope="col">Exceptions</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line key={row.key} shown={shown} address={address} row={row} figures={row} />
        ))}
      </tbody>
      <tfoot>
        <Line shown={shown} address={address} row={null} figures={total} />
      </tfoot>
    </table>
  );
}

interface LineProps extends RowsProps {
  /** Null for the total. */
  row: ReconciliationRow | null;
  figures: Totals;
}

function Line({ shown, address, row, figures }: LineProps) {
  const { by } = shown;
  const { name, detail } = row ? nameOf(shown, row) : { name: 'Total', detail: '' };
  const addresses = addressesOf(placeOf(address), by, row);
  return (
    <tr>
      <th scope="row">
        {name}
        {detail !== '' && <span className={css['detail']}>{detail}</span>}
      </th>
      {measures.map((measure) => (
        <td key={measure} data-measure={measure}>
          <Figure
            measure={measure}
            by={by}
            of={name}
            figure={figures[measure]}
            to={addresses[measure]}
          />
        </td>
      ))}
      <td>
        {figures.exceptions === 0 ? (
          <span className={css['none']}>0</span>
        ) : (
          <b className={css['odd']}>{count(figures.exceptions)}</b>
        )}
      </td>
    </tr>
  );
}
