import type { Organisation } from '#contract/places.ts';
import type { Period, Series } from '#contract/statistics.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { type Loaded, useLoaded } from '#web/api/use-loaded.ts';
import { dashboardPause, useThrottled } from '#web/device/use-throttled.ts';
import { concerns, useLiveNews } from '#web/live/events.ts';
import { loadSeries, loadStatistics, type Statistics } from '../slice.ts';

/** The figures are loaded every minute anyway, since a new day may begin without any news. */
const reloadEvery = 60_000;
/** They are loaded within this time, in milliseconds, after a booking was made or paid. */
const reloadWithin = 1_500;

export interface Figures {
  statistics: Loaded<Statistics>;
  series: Loaded<Series>;
}

/** The counts and revenue of an organisation, and the series of one period. */
export function useStatistics(organisation: Organisation, period: Period): Figures {
  const dispatch = useDispatch();
  const statistics = useLoaded(
    organisation,
    (signal) => loadStatistics(dispatch, organisation, signal),
    reloadEvery,
  );
  const series = useLoaded(
    `${organisation} ${period}`,
    (signal) => loadSeries(dispatch, { organisation, period }, signal),
    reloadEvery,
  );
  const reload = () => {
    statistics.reload();
    series.reload();
  };
  const reloadSoon = useThrottled(reload, reloadWithin, dashboardPause);
  useLiveNews((news) => {
    if (news.type !== 'collision' && concerns(news, organisation)) reloadSoon();
  });
  return { statistics, series };
}
