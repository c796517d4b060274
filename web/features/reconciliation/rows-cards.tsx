import type { ReconciliationRow, Totals } from '#contract/reconciliation.ts';
import { count } from '#web/format/money.ts';
import { Figure } from './figure.tsx';
import { addressesOf, measures, measureWords } from './measures.ts';
import css from './reconciliation.module.css';
import { nameOf, placeOf } from './row-words.ts';
import type { RowsProps } from './rows-table.tsx';

/** The rows as cards, where a table has no room: the total first. */
export function RowsCards({ shown, address }: RowsProps) {
  const { rows, total } = shown;
  return (
    <div className={css['cards']}>
      <RowCard shown={shown} address={address} row={null} figures={total} />
      {rows.map((row) => (
        <RowCard key={row.key} shown={shown} address={address} row={row} figures={row} />
      ))}
    </div>
  );
}

interface RowCardProps extends RowsProps {
  row: ReconciliationRow | null;
  figures: Totals;
}

function RowCard({ shown, address, row, figures }: RowCardProps) {
  const { by } = shown;
  // A row says what there is; only the total says what there is none of.
  const told = measures.filter((measure) => row === null || figures[measure].count > 0);
  const { name, detail } = row ? nameOf(shown, row) : { name: 'Total', detail: '' };
  const addresses = addressesOf(placeOf(address), by, row);
  return (
    <article className={css['card']} data-total={row === null || undefined}>
      <h2 className={css['name']}>
        {name}
        {detail !== '' && <span className={css['detail']}>{detail}</span>}
      </h2>
      <dl className={css['figures']}>
        {told.map((measure) => (
          <div key={measure}>
            <dt>{measureWords[measure]}</dt>
            <dd>
              <Figure
                measure={measure}
                by={by}
                of={name}
                figure={figures[measure]}
                to={addresses[measure]}
              />
            </dd>
          </div>
        ))}
        {(row === null || figures.exceptions > 0) && (
          <div>
            <dt>Exceptions</dt>
            <dd className={figures.exceptions === 0 ? css['none'] : css['odd']}>
              {count(figures.exceptions)}
            </dd>
          </div>
        )}
      </dl>
    </article>
  );
}
