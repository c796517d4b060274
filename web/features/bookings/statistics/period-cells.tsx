import { Link } from 'react-router';
import type { Organisation } from '#contract/places.ts';
import type { Period, Stats } from '#contract/statistics.ts';
import { naira } from '#web/format/money.ts';
import { dateOf } from '#web/format/time.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { bookingCount } from '../booking-words.ts';
import css from './period-cells.module.css';
import { firstDayOf, rowsAddress } from './rows-address.ts';
import type { Statistics } from './use-statistics.ts';

const cells: readonly { name: string; of: keyof Stats; period: Period }[] = [
  { name: 'Day', of: 'today', period: 'day' },
  { name: 'Week', of: 'week', period: 'week' },
  { name: 'Month', of: 'month', period: 'month' },
  { name: 'Year', of: 'year', period: 'year' },
];

interface PeriodCellsProps {
  figures: Statistics | null;
  /** The time at which the figures were loaded, in milliseconds (UTC). */
  at: number | null;
  organisation: Organisation;
  chosen: Period;
  /** True if the figures link to their bookings. */
  opens: boolean;
  /** The address's search with another period chosen. */
  searchOf: (period: Period) => string;
}

/** Revenue and number of bookings of each period; its name chooses it for the chart. */
export function PeriodCells(props: PeriodCellsProps) {
  const { figures, at, organisation, chosen, opens, searchOf } = props;
  const today = at === null ? null : dateOf(at);

  function figureOf(by: 'made' | 'paid', period: Period, text: string) {
    if (!opens || today === null) return text;
    const days = { from: firstDayOf(period, today), to: today };
    return <Link to={rowsAddress({ by, ...days, organisation })}>{text}</Link>;
  }

  return (
    <dl className={css['periods']} aria-hidden={figures === null}>
      {cells.map(({ name, of, period }) => (
        <div key={of} className={css['period']} data-chosen={period === chosen || undefined}>
          <dt className={css['name']}>
            {figures === null ? (
              name
            ) : (
              <Link
                to={searchOf(period)}
                replace
                aria-current={period === chosen ? 'true' : undefined}
              >
                {name}
              </Link>
            )}
          </dt>
          <dd className={css['revenue']}>
            {figures ? figureOf('paid', period, naira(figures.rev[of])) : <Skeleton />}
          </dd>
          <dd className={css['count']}>
            {figures ? figureOf('made', period, bookingCount(figures.stat[of])) : <Skeleton />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Skeleton = () => <span className={classNames('skeleton', css['skeleton'])} />;
