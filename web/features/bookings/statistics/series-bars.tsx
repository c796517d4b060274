import { Link } from 'react-router';
import type { Organisation } from '#contract/places.ts';
import type { Bucket, Series } from '#contract/statistics.ts';
import { count, naira, shortNaira } from '#web/format/money.ts';
import { ChartBars } from '#web/ui/chart/chart-bars.tsx';
import type { ChartBar } from '#web/ui/chart/chart-column.tsx';
import { chartScale } from '#web/ui/chart/chart-scale.ts';
import { bookingCount } from '../booking-words.ts';
import { rowsAddress } from './rows-address.ts';
import { bucketLabel, bucketName, bucketSentence, chartTitle } from './series-words.ts';
import type { Measure } from './use-chart-address.ts';

interface SeriesBarsProps {
  series: Series;
  measure: Measure;
  organisation: Organisation;
  /** True if the bars link to their bookings. */
  opens: boolean;
}

/** A bar for each hour, day or month of the period. */
export function SeriesBars({ series, measure, organisation, opens }: SeriesBarsProps) {
  const { period, buckets } = series;
  const now = buckets.find(({ running }) => running);
  const by = measure === 'revenue' ? 'paid' : 'made';
  const highest = Math.max(...buckets.map((bucket) => bucket[measure]));
  const scale = chartScale(highest, measure === 'revenue' ? 1_000 : 1);

  const barOf = (bucket: Bucket): ChartBar => {
    const { from, to, hour, running, future, bookings, revenue } = bucket;
    const figures = [naira(revenue), bookingCount(bookings)];
    return {
      key: `${from} ${hour ?? ''}`,
      value: bucket[measure],
      state: future ? 'future' : running ? 'running' : 'over',
      label: bucketLabel(period, bucket, now),
      name: bucketSentence(period, bucket, opens),
      tip: {
        title: bucketName(period, bucket),
        figures: measure === 'revenue' ? figures : figures.toReversed(),
      },
      to: opens ? rowsAddress({ by, from, to, organisation }) : null,
    };
  };

  return (
    <ChartBars
      label={chartTitle(measure, period, series)}
      bars={buckets.map(barOf)}
      scale={scale}
      lineLabel={measure === 'revenue' ? nairaLabel : countLabel}
      link={Link}
    />
  );
}

const nairaLabel = (value: number) => ({ long: naira(value), short: shortNaira(value) });
const countLabel = (value: number) => ({ long: count(value), short: count(value) });
