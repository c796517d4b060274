import type { Organisation } from '#contract/places.ts';
import { bookingSeries, type Period, type Series } from '#contract/statistics.ts';
import { call } from '#web/api/call.ts';
import { serverThunk } from '#web/api/server-thunk.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { type Loaded, useLoaded } from '#web/api/use-loaded.ts';
import { useThrottled } from '#web/device/use-throttled.ts';
import { concerns, useLiveNews } from '#web/live/events.ts';
import { loadStatistics, type Statistics } from '../slice.ts';

/** The figures are loaded every minute anyway, since a new day may begin without any news. */
const reloadEvery = 60_000;
/** They are loaded within this time, in milliseconds, after a booking was made or paid. */
const reloadWithin = 1_500;

const loadSeries = serverThunk(
  'booking/series',
  async (query: { organisation: Organisation; period: Period }, { signal }) =>
    (await call(bookingSeries, { query, signal })).data,
);

export interface Figures {
  statistics: Loaded<Statistics>;
  series: Loaded<Series>;
}

/** The counts and revenue of an organisation, and the series of one period, kept up to date together. */
export function useStatistics(organisation: Organisation, period: Period): Figures {
  const dispatch = useDispatch();
  const statistics = useLoaded(
    organisation,
    () => dispatch(loadStatistics(organisation)),
    reloadEvery,
  );
  const series = useLoaded(
    `${organisation} ${period}`,
    () => dispatch(loadSeries({ organisation, period })),
    reloadEvery,
  );
  const reloadSoon = useThrottled(() => {
    statistics.reload();
    series.reload();
  }, reloadWithin);
  useLiveNews((news) => {
    if (news.type !== 'collision' && concerns(news, organisation)) reloadSoon();
  });
  return { statistics, series };
}
