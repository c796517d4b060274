import type { Organisation } from '#contract/places.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { Panel } from '#web/ui/shell/panel.tsx';
import { PeriodCells } from './period-cells.tsx';
import { SeriesChart } from './series-chart.tsx';
import { useChartAddress } from './use-chart-address.ts';
import type { Figures } from './use-statistics.ts';

interface StatisticsPanelProps {
  figures: Figures;
  organisation: Organisation;
  inOneLine: boolean;
}

/** Revenue and bookings of the day, the week, the month and the year. */
export function StatisticsPanel({ figures, organisation, inOneLine }: StatisticsPanelProps) {
  const { statistics } = figures;
  const cells = (
    <PeriodCells
      figures={statistics.data}
      at={statistics.at}
      organisation={organisation}
      opens={useOpens()}
      inOneLine={inOneLine}
    />
  );
  return (
    <Panel
      label="Bookings and revenue"
      ready={statistics.data !== null}
      failure={statistics.failure}
      onRetry={statistics.reload}
      skeleton={cells}
    >
      {cells}
    </Panel>
  );
}

/** The chart of one period. */
export function ChartPanel({ figures, organisation }: Omit<StatisticsPanelProps, 'inOneLine'>) {
  const { address, choose } = useChartAddress();
  return (
    <Card label="Chart">
      <SeriesChart
        series={figures.series}
        organisation={organisation}
        address={address}
        opens={useOpens()}
        onChoose={choose}
      />
    </Card>
  );
}

/** For roles that see unpaid bookings only, the lists would hold less than was counted. */
const useOpens = () => useMay('see paid bookings');
