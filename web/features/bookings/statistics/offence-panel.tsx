import { Link } from 'react-router';
import type { Organisation } from '#contract/places.ts';
import type { Series } from '#contract/statistics.ts';
import { useMay } from '#web/api/store-hooks.ts';
import type { Loaded } from '#web/api/use-loaded.ts';
import { naira } from '#web/format/money.ts';
import { ChartRows, ChartRowsSkeleton } from '#web/ui/chart/chart-rows.tsx';
import { Panel, PanelEmpty } from '#web/ui/shell/panel.tsx';
import { bookingCount } from '../booking-words.ts';
import { rowsAddress } from './rows-address.ts';
import { spanName } from './series-words.ts';

/** The server sends at most this many offences. */
const maxRows = 8;

interface OffencePanelProps {
  series: Loaded<Series>;
  organisation: Organisation;
}

/** The most frequent offences of the period, each with a link to its bookings. */
export function OffencePanel({ series, organisation }: OffencePanelProps) {
  const { data, failure, reload } = series;
  const seesPaid = useMay('see paid bookings');
  return (
    <Panel
      title="By offence"
      aside={
        data && (
          <span className="small quiet">
            {seesPaid ? '' : 'unpaid bookings, '}
            {spanName(data)}
          </span>
        )
      }
      ready={data !== null}
      failure={failure}
      onRetry={reload}
      skeleton={<ChartRowsSkeleton rows={maxRows} />}
    >
      {data && <OffenceRows series={data} organisation={organisation} unpaid={!seesPaid} />}
    </Panel>
  );
}

interface OffenceRowsProps {
  series: Series;
  organisation: Organisation;
  unpaid: boolean;
}

function OffenceRows({ series, organisation, unpaid }: OffenceRowsProps) {
  const { from, to, byOffence } = series;
  if (byOffence.length === 0) {
    return <PanelEmpty>There were no bookings in this period.</PanelEmpty>;
  }
  return (
    <ChartRows
      label="Most frequent offences"
      rows={byOffence.map(({ id, name, count, naira: charged }) => ({
        key: id,
        value: count,
        mark: id,
        words: name,
        figure: bookingCount(count),
        detail: naira(charged),
        to: rowsAddress({ by: 'made', from, to, offence: id, organisation, unpaid }),
      }))}
      link={Link}
    />
  );
}
