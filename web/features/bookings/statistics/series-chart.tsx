import type { Organisation } from '#contract/places.ts';
import type { Period, Series } from '#contract/statistics.ts';
import type { Loaded } from '#web/api/use-loaded.ts';
import { ChartSkeleton } from '#web/ui/chart/chart-bars.tsx';
import { ChartChoice, ChartHead } from '#web/ui/chart/chart-head.tsx';
import { Banner } from '#web/ui/feedback/banner.tsx';
import { IconChartBar, IconTable } from '#web/ui/icons.ts';
import { PanelFailure } from '#web/ui/shell/panel.tsx';
import { SeriesBars } from './series-bars.tsx';
import { SeriesTable } from './series-table.tsx';
import { chartTitle, notOver } from './series-words.ts';
import type { ChartAddress, Measure } from './use-chart-address.ts';

/** The bars that stand in while a period is loading. */
const skeletonBars: Record<Period, number> = { day: 24, week: 7, month: 30, year: 12 };
const meanings: Record<Measure, string> = {
  revenue: 'Confirmed payments',
  bookings: 'Bookings made',
};

interface SeriesChartProps {
  series: Loaded<Series>;
  organisation: Organisation;
  address: ChartAddress;
  opens: boolean;
  onChoose: (changes: Partial<ChartAddress>) => void;
}

/** The series of a period as bars or as a table. */
export function SeriesChart({ series, organisation, address, opens, onChoose }: SeriesChartProps) {
  const { data, failure, reload } = series;
  const { period, show, as } = address;
  return (
    <div>
      {failure !== null && data !== null && (
        <Banner kind="bad" action={{ label: 'Try again', onChoose: reload }} flush>
          <b>{failure}</b> These figures may be out of date.
        </Banner>
      )}
      <ChartHead
        title={chartTitle(as === 'table' ? 'both' : show, period, data)}
        keys={
          as === 'table'
            ? []
            : [
                { label: meanings[show], look: 'over' },
                { label: notOver(period), look: 'running' },
              ]
        }
      >
        <ChartChoice
          label="Period"
          value={period}
          options={periodChoices}
          onChange={(value) => onChoose({ period: value })}
        />
        {as === 'chart' && (
          <ChartChoice
            label="Figure"
            value={show}
            options={measureChoices}
            onChange={(value) => onChoose({ show: value })}
          />
        )}
        <ChartChoice
          label="Chart or table"
          value={as}
          options={viewChoices}
          onChange={(value) => onChoose({ as: value })}
        />
      </ChartHead>
      {data === null && failure !== null && <PanelFailure message={failure} onRetry={reload} />}
      {data === null && failure === null && (
        <div aria-busy>
          <ChartSkeleton count={skeletonBars[period]} />
        </div>
      )}
      {data !== null && as === 'chart' && (
        <SeriesBars series={data} measure={show} organisation={organisation} opens={opens} />
      )}
      {data !== null && as === 'table' && (
        <SeriesTable series={data} organisation={organisation} opens={opens} />
      )}
    </div>
  );
}

const periodChoices = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'year', label: 'Year' },
] as const;
const measureChoices = [
  { value: 'revenue', label: 'Revenue' },
  { value: 'bookings', label: 'Bookings' },
] as const;
const viewChoices = [
  { value: 'chart', label: 'Chart', icon: <IconChartBar size={16} stroke={1.8} aria-hidden /> },
  { value: 'table', label: 'Table', icon: <IconTable size={16} stroke={1.8} aria-hidden /> },
] as const;
