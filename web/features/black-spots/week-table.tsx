import type { BlackSpots } from '#contract/black-spots.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './black-spots.module.css';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const clock = (hour: number) => String(hour).padStart(2, '0');

/** Collisions by hour and weekday: the darker, the more of them. */
export function WeekTable({ week: { band, rows } }: Pick<BlackSpots, 'week'>) {
  const hoursOf = (hour: number) =>
    band === 1 ? `${clock(hour)}:00` : `${clock(hour)} to ${clock(hour + band)}`;
  return (
    <div className={css['frame']} role="region" aria-label="Collisions by hour" tabIndex={0}>
      <table className={classNames('small', css['table'])}>
        <caption className="visually-hidden">
          Collisions by hour and weekday, with those killed and injured
        </caption>
        <thead>
          <tr>
            {['Hour', ...weekdays, 'Killed', 'Injured'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </div>
  );
}
