import type { BlackSpots } from '#contract/modules/reports/black-spots.ts';
import { FigureTable } from './figure-table.tsx';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** An hour in two digits. */
export const clock = (hour: number) => String(hour).padStart(2, '0');

/** Collisions by hour and weekday: the darker, the more of them. */
export function WeekTable({ week: { band, rows } }: Pick<BlackSpots, 'week'>) {
  const hoursOf = (hour: number) =>
    band === 1 ? `${clock(hour)}:00` : `${clock(hour)} to ${clock(hour + band)}`;
  return (
    <FigureTable
      label="Collisions by hour"
      caption="Collisions by hour and weekday, with those killed and injured"
      columns={['Hour', ...weekdays, 'Killed', 'Injured']}
    >
      {rows.map((row) => (
        <tr key={row.hour}>
          <th scope="row">{hoursOf(row.hour)}</th>
          {row.days.map((day, at) => (
            <td key={weekdays[at]} data-level={day.level}>
              {day.count}
            </td>
          ))}
          <td>{row.killed}</td>
          <td>{row.injured}</td>
        </tr>
      ))}
    </FigureTable>
  );
}
