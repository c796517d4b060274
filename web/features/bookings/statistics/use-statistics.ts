import type { Organisation } from '#contract/places.ts';
import type { Period, Series, Stats } from '#contract/statistics.ts';
import * as contract from '#contract/statistics.ts';
import { call } from '#web/api/call.ts';
import { type Dispatch, useDispatch } from '#web/api/store-hooks.ts';
import { type Loaded, useLoaded } from '#web/api/use-loaded.ts';
import { dashboardPause, useThrottled } from '#web/device/use-throttled.ts';
import { concerns, useLiveNews } from '#web/live/events.ts';
import { bookingPartsSet, loading } from '../slice.ts';

export interface Statistics {
  readonly stat: Stats;
  readonly rev: Stats;
}

/** Loads how many bookings of one organisation were made, and what was paid. */
export const loadStatistics = (
  dispatch: Dispatch,
  organisation: Organisation,
  signal: AbortSignal,
): Promise<Statistics> =>
  loading(dispatch, async () => {
    const asked = { query: { organisation }, signal };
    const [{ data: stat }, { data: rev }] = await Promise.all([
      call(contract.bookingCounts, asked),
      call(contract.bookingRevenue, asked),
    ]);
    signal.throwIfAborted();
    dispatch(bookingPartsSet({ stat, rev }));
    return { stat, rev };
  });

/** Loads what a chart of one organisation's bookings and revenue shows. */
export const loadSeries = (
  dispatch: Dispatch,
  query: { organisation: Organisation; period: Period },
  signal: AbortSignal,
) => loading(dispatch, async () => (await call(contract.bookingSeries, { query, signal })).data);

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
