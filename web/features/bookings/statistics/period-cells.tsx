import { Link } from 'react-router';
import type { Organisation } from '#contract/places.ts';
import type { Period, Stats } from '#contract/statistics.ts';
import { count, naira, shortNaira } from '#web/format/money.ts';
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
  /** True if the figures link to their bookings. */
  opens: boolean;
  /** True for one line on a phone, with rounded amounts. */
  inOneLine: boolean;
}

/** Revenue and number of bookings of each period. */
export function PeriodCells({ figures, at, organisation, opens, inOneLine }: PeriodCellsProps) {
  const today = at === null ? null : dateOf(at);
  const amountOf = inOneLine ? shortNaira : naira;
  const countOf = inOneLine ? count : bookingCount;

  function figureOf(by: 'made' | 'paid', period: Period, text: string) {
    if (!opens || today === null) return text;
    const days = { from: firstDayOf(period, today), to: today };
    return <Link to={rowsAddress({ by, ...days, organisation })}>{text}</Link>;
  }

  return (
    <dl
      className={css['periods']}
      data-line={inOneLine || undefined}
      aria-hidden={figures === null}
    >
      {cells.map(({ name, of, period }) => (
        <div key={of} className={css['period']}>
          <dt className={css['name']}>{name}</dt>
          <dd className={css['revenue']}>
            {figures ? figureOf('paid', period, amountOf(figures.rev[of])) : <Skeleton />}
          </dd>
          <dd className={css['count']}>
            {figures ? figureOf('made', period, countOf(figures.stat[of])) : <Skeleton />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Skeleton = () => <span className={classNames('skeleton', css['skeleton'])} />;
