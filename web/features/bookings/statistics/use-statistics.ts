import type { Organisation } from '#contract/places.ts';
import type { Period, Series } from '#contract/statistics.ts';
import { concerns, useLiveNews } from '#web/live/events.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { useLoaded, type Loaded } from '#web/api/use-loaded.ts';
import { useSoon } from '#web/device/use-soon.ts';
import { loadStatistics, type Statistics } from '../slice.ts';
import { loadSeries } from './load-series.ts';

/** Milliseconds: the day may turn without anything happening. */
const every = 60_000;
/** After something was booked or paid; what happens meanwhile is counted along. */
const soon = 1_500;

export interface Figures {
  statistics: Loaded<Statistics>;
  series: Loaded<Series>;
}

/** Counts and revenue of an organisation and the course of one period, kept up to date together. */
export function useStatistics(organisation: Organisation, period: Period): Figures {
  const dispatch = useDispatch();
  const statistics = useLoaded(organisation, () => dispatch(loadStatistics(organisation)), every);
  const series = useLoaded(
    `${organisation} ${period}`,
    () => dispatch(loadSeries({ organisation, period })),
    every,
  );
  const reloadSoon = useSoon(() => {
    statistics.reload();
    series.reload();
  }, soon);
  useLiveNews((news) => {
    if (news.type !== 'collision' && concerns(news, organisation)) reloadSoon();
  });
  return { statistics, series };
}
