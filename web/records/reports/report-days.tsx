import { dayCount, type DayRange, maxReconciledDays } from '#contract/day-range.ts';
import { daysInOrder } from '#contract/list-filters.ts';
import { daysOfPeriod, type Period, periods } from '#contract/periods.ts';
import { dateOf } from '#web/format/time.ts';
import { daysInWords, periodWords } from '#web/lists/filter-words.ts';
import { toastFailed } from '#web/ui/feedback/toast.tsx';
import { DaysFilter } from '#web/ui/filters/days-filter.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';

/** Days with both ends; `period` is undefined where the address names the days themselves. */
export type ReportDays = DayRange & { period: Period | undefined };

/** True if the days are in order, and few enough for one report. */
export const fits = ({ from, to }: DayRange, most = maxReconciledDays): boolean =>
  daysInOrder({ from, to }) && dayCount(from, to) <= most;

interface Asked {
  period?: Period | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The days that an address names, else those of its period, which is this month if none is given. */
export function reportDays(
  { period, from, to }: Asked,
  now: number,
  usual: Period = 'month',
): ReportDays {
  if (from !== undefined && to !== undefined && period === undefined && fits({ from, to }))
    return { from, to, period };
  const named = period ?? usual;
  return { ...daysOfPeriod(named, dateOf(now)), period: named };
}

/** The filter of a report's days, which it always has. */
export function useReportDays(
  { period: shown, from, to }: ReportDays,
  change: (changes: Readonly<Record<keyof ReportDays, string | undefined>>) => void,
  most = maxReconciledDays,
): Filter {
  /** Days of one's own; one that is left empty stays as it was. */
  function choose(first: string, last: string): boolean {
    const chosen = { from: first || from, to: last || to };
    if (fits(chosen, most)) {
      change({ ...chosen, period: undefined });
      return true;
    }
    toastFailed(`Select at most ${most} days, with the first day on or before the last.`);
    return false;
  }

  return {
    key: 'days',
    label: 'Days',
    value: daysInWords({ period: shown, from, to }),
    onRemove: () => change({ period: undefined, from: undefined, to: undefined }),
    render: (done) => (
      <DaysFilter
        key={`${from} ${to}`}
        periods={periods
          .filter((value) => most === maxReconciledDays || value !== 'year')
          .map((value) => ({ value, label: periodWords[value] }))}
        period={shown}
        onPeriod={(period) => {
          change({ period, from: undefined, to: undefined });
          done();
        }}
        from={from}
        to={to}
        onDays={(first, last) => {
          if (choose(first, last)) done();
        }}
        moments={[]}
        moment=""
        onMoment={() => undefined}
      />
    ),
  };
}
