import { Link } from 'react-router';
import type { Organisation } from '#contract/places.ts';
import type { Bucket, Period, Series } from '#contract/statistics.ts';
import { count, naira } from '#web/format/money.ts';
import { clockOf } from '#web/format/time.ts';
import { ChartTable } from '#web/ui/chart/chart-table.tsx';
import { rowsAddress } from './rows-address.ts';
import { bucketName, chartTitle } from './series-words.ts';

const columns: Record<Period, string> = { day: 'Hour', week: 'Day', month: 'Day', year: 'Month' };

interface SeriesTableProps {
  series: Series;
  organisation: Organisation;
  opens: boolean;
}

/** The period as a table, up to now. */
export function SeriesTable({ series, organisation, opens }: SeriesTableProps) {
  const { period, from, to, asAt } = series;
  const begun = series.buckets.filter(({ future }) => !future);

  /** A list can be narrowed to days, but not to an hour. */
  const figuresOf = (span: Pick<Bucket, 'from' | 'to' | 'hour' | 'bookings' | 'revenue'>) => {
    const address = (by: 'made' | 'paid') =>
      opens && span.hour === null
        ? rowsAddress({ by, from: span.from, to: span.to, organisation })
        : null;
    return [
      { text: count(span.bookings), to: address('made') },
      { text: naira(span.revenue), to: address('paid') },
    ];
  };

  const sum = (of: 'bookings' | 'revenue') =>
    series.buckets.reduce((total, bucket) => total + bucket[of], 0);

  return (
    <ChartTable
      caption={`${chartTitle('both', period, series)}, as at ${clockOf(asAt)}`}
      columns={[columns[period], 'Bookings', 'Revenue']}
      rows={begun.map((bucket) => ({
        key: `${bucket.from} ${bucket.hour ?? ''}`,
        name: `${bucketName(period, bucket)}${bucket.running ? ', so far' : ''}`,
        figures: figuresOf(bucket),
      }))}
      total={figuresOf({
        from,
        to,
        hour: null,
        bookings: sum('bookings'),
        revenue: sum('revenue'),
      })}
      link={Link}
    />
  );
}
