import { type BlackSpots, leastForHours } from '#contract/modules/reports/black-spots.ts';
import type { Crash } from './rules.ts';

type Harm = Pick<Crash, 'at' | 'killed' | 'injured'>;

const hourMs = 3_600_000;
const week = [0, 1, 2, 3, 4, 5, 6];

/** Collisions by hour and weekday in Africa/Lagos, which is an hour before UTC all the year. */
export function weekOf(crashes: readonly Harm[]): BlackSpots['week'] {
  const band = crashes.length < leastForHours ? 4 : 1;
  const hours = Array.from({ length: 24 / band }, (_, row) => row * band);
  const byCell = Map.groupBy(crashes, ({ at }) => {
    const hour = Math.floor(at / hourMs) + 1;
    // 1 January 1970 was a Thursday.
    return cellAt((hour % 24) - (hour % band), (Math.floor(hour / 24) + 3) % 7);
  });
  const some = [...byCell.values()].map(({ length }) => length);
  const levelOf = (count: number) =>
    count === 0 ? 0 : 1 + Math.floor((4 * some.filter((one) => one < count).length) / some.length);
  const sum = (of: 'killed' | 'injured', all: readonly Harm[]) =>
    all.reduce((total, one) => total + one[of], 0);
  return {
    band,
    rows: hours.map((hour) => {
      const cells = week.map((day) => byCell.get(cellAt(hour, day)) ?? []);
      return {
        hour,
        days: cells.map(({ length }) => ({ count: length, level: levelOf(length) })),
        killed: sum('killed', cells.flat()),
        injured: sum('injured', cells.flat()),
      };
    }),
  };
}

const cellAt = (hour: number, day: number): number => hour * 7 + day;
