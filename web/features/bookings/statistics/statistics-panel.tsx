import type { Stats } from '#contract/statistics.ts';
import { naira } from '#web/lib/money.ts';
import type { Loaded } from '#web/lib/use-loaded.ts';
import { Panel } from '#web/ui/panel.tsx';
import { bookingCount } from '../booking-words.ts';
import type { Statistics } from '../slice.ts';
import css from './statistics-panel.module.css';

const periods: readonly { name: string; of: keyof Stats }[] = [
  { name: 'Day', of: 'today' },
  { name: 'Week', of: 'week' },
  { name: 'Month', of: 'month' },
  { name: 'Year', of: 'year' },
];

/** Revenue and number of bookings of the day, the week, the month and the year. */
export function StatisticsPanel({ data, failure, reload }: Loaded<Statistics>) {
  return (
    <Panel
      label="Bookings and revenue"
      ready={data !== null}
      failure={failure}
      onRetry={reload}
      skeleton={<Figures figures={null} />}
    >
      <Figures figures={data} />
    </Panel>
  );
}

function Figures({ figures }: { figures: Statistics | null }) {
  return (
    <dl className={css['periods']} aria-hidden={figures === null}>
      {periods.map(({ name, of }) => (
        <div key={of} className={css['period']}>
          <dt className={css['name']}>{name}</dt>
          <dd className={css['revenue']}>
            {figures ? naira(figures.rev[of]) : <span className={css['bone']} />}
          </dd>
          <dd className={css['count']}>
            {figures ? bookingCount(figures.stat[of]) : <span className={css['bone']} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
