import { Link } from 'react-router';
import type { Reconciliation } from '#contract/modules/money/reconciliation.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { exactNaira } from '#web/format/money.ts';
import { plural } from '#web/format/words.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { addressesOf, counted, type Measure, openPoints, type Section } from './measures.ts';
import { Sum } from './sum.tsx';
import css from './totals.module.css';

interface TotalsProps {
  report: Reconciliation;
  address: Section;
}

/**
 * The money that came in, and the fate of the bookings: issued is paid, outstanding, withdrawn and
 * decided in court.
 */
export function Totals({ report, address }: TotalsProps) {
  const { by, total } = report;
  const addresses = addressesOf(address, by, null);
  const seesExceptions = useMay('see exceptions');
  const sum = (measure: Measure, label: string, sign?: string) => {
    const { count, amount } = total[measure];
    const many = counted(by, measure, count);
    const to = addresses[measure];
    return (
      <Sum label={label} sign={sign} detail={count === 0 ? 'None' : many}>
        {to === undefined || count === 0 ? (
          exactNaira(amount)
        ) : (
          <Link to={to} aria-label={`${label}: ${many}, ${exactNaira(amount)}`}>
            {exactNaira(amount)}
          </Link>
        )}
      </Sum>
    );
  };
  const points = openPoints(report);
  const exceptions = exceptionPoints(report);
  return (
    <Card label="Totals">
      <div className={css['totals']}>
        <dl className={classNames('ok', css['received'])}>
          {sum('received', 'Received on these days')}
        </dl>
        <dl className={css['equation']} aria-label="Bookings issued on these days">
          {sum('issued', 'Issued')}
          {sum('paid', 'Paid', '=')}
          {sum('outstanding', 'Outstanding', '+')}
          {sum('withdrawn', 'Withdrawn', '+')}
          {total.decided.count > 0 && sum('decided', 'Decided in court', '+')}
        </dl>
      </div>
      {(points.length > 0 || exceptions.length > 0 || total.givenBack.count > 0) && (
        <ul className={classNames('flex wrap line-top', css['points'])}>
          {total.givenBack.count > 0 && (
            <li>
              <Link to={addresses.givenBack ?? '/refunds'}>
                {exactNaira(total.givenBack.amount)} refunded on these days
              </Link>
              , which leaves {exactNaira(netOf(total))} net
            </li>
          )}
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
          {exceptions.map((point) => (
            <li key={point} className={css['warning']}>
              {seesExceptions ? <Link to="/exceptions">{point}</Link> : point}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Naira, in kobo on the way. */
const netOf = ({ received, givenBack }: Reconciliation['total']): number =>
  (Math.round(received.amount * 100) - Math.round(givenBack.amount * 100)) / 100;

/** The open exceptions of these bookings, and those about money of no known booking, in words. */
function exceptionPoints({ total, withoutBooking }: Reconciliation): string[] {
  const open = (number: number) => plural(number, 'open exception');
  const { count, amount } = withoutBooking;
  return [
    ...(total.exceptions > 0 ? [`${open(total.exceptions)} of these bookings`] : []),
    ...(count > 0 ? [`${open(count)} of ${exactNaira(amount)} without a booking`] : []),
  ];
}
