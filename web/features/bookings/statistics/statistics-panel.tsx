import type { Organisation } from '#contract/places.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { Panel } from '#web/ui/shell/panel.tsx';
import { PeriodCells } from './period-cells.tsx';
import { SeriesChart } from './series-chart.tsx';
import type { useChartAddress } from './use-chart-address.ts';
import type { Figures } from './use-statistics.ts';

interface StatisticsPanelProps {
  figures: Figures;
  organisation: Organisation;
  chart: ReturnType<typeof useChartAddress>;
}

/** Revenue and bookings of the day, the week, the month and the year, and the chart of one of them. */
export function StatisticsPanel({ figures, organisation, chart }: StatisticsPanelProps) {
  const { statistics, series } = figures;
  const { address, searchWith, choose } = chart;
  // For roles that see unpaid bookings only, the lists would hold less than was counted.
  const opens = useMay('see paid bookings');
  const content = (
    <>
      <PeriodCells
        figures={statistics.data}
        at={statistics.at}
        organisation={organisation}
        chosen={address.period}
        opens={opens}
        searchOf={(period) => searchWith({ period })}
      />
      <SeriesChart
        series={series}
        organisation={organisation}
        address={address}
        opens={opens}
        onChoose={choose}
      />
    </>
  );
  return (
    <Panel
      label="Bookings and revenue"
      ready={statistics.data !== null}
      failure={statistics.failure}
      onRetry={statistics.reload}
      skeleton={content}
    >
      {content}
    </Panel>
  );
}
