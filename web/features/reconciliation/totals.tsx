import { Link } from 'react-router';
import type { Reconciliation } from '#contract/reconciliation.ts';
import { exactNaira } from '#web/format/money.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { addressesOf, counted, many, type Measure, openPoints } from './measures.ts';
import type { ReconciliationAddress } from './reconciliation-address.ts';
import { placeOf } from './row-words.ts';
import { Sum } from './sum.tsx';
import css from './totals.module.css';

export interface TotalsProps {
  shown: Reconciliation;
  address: ReconciliationAddress;
}

/** What came in, and what became of the bookings: issued is paid, outstanding and withdrawn. */
export function Totals({ shown, address }: TotalsProps) {
  const { by, total, withoutBooking } = shown;
  const addresses = addressesOf(placeOf(address), by, null);
  const seesExceptions = useMay('see exceptions');
  const sum = (measure: Measure, label: string, sign?: string) => {
    const { count, amount } = total[measure];
    const told = counted(by, measure, count);
    const to = addresses[measure];
    return (
      <Sum label={label} sign={sign} told={count === 0 ? 'None' : told}>
        {to === undefined || count === 0 ? (
          exactNaira(amount)
        ) : (
          <Link to={to} aria-label={`${label}: ${told}, ${exactNaira(amount)}`}>
            {exactNaira(amount)}
          </Link>
        )}
      </Sum>
    );
  };
  const odd = [
    ...(total.exceptions > 0
      ? [`${many(total.exceptions, 'open exception')} of these bookings`]
      : []),
    ...(withoutBooking.count > 0
      ? [
          `${many(withoutBooking.count, 'open exception')} of ${exactNaira(withoutBooking.amount)} without a booking`,
        ]
      : []),
  ];
  const points = openPoints(shown);
  return (
    <Card label="Totals">
      <div className={css['totals']}>
        <dl className={css['received']}>{sum('received', 'Received in these days')}</dl>
        <dl className={css['equation']} aria-label="Bookings issued in these days">
          {sum('issued', 'Issued')}
          {sum('paid', 'Paid', '=')}
          {sum('outstanding', 'Outstanding', '+')}
          {sum('withdrawn', 'Withdrawn', '+')}
        </dl>
      </div>
      {(points.length > 0 || odd.length > 0) && (
        <ul className={css['points']}>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
          {odd.map((point) => (
            <li key={point} className={css['odd']}>
              {seesExceptions ? <Link to="/exceptions">{point}</Link> : point}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
