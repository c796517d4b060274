import { useState } from 'react';
import type { Organisation } from '#contract/places.ts';
import type { Period, Series } from '#contract/statistics.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { type Loaded, useLoaded } from '#web/api/use-loaded.ts';
import { dashboardPause, useThrottled } from '#web/device/use-throttled.ts';
import { concerns, useLiveNews } from '#web/live/events.ts';
import { loadFigures, type Statistics } from '../slice.ts';

/** The figures are loaded every minute anyway, since a new day may begin without any news. */
const reloadEvery = 60_000;
/** They are loaded within this time, in milliseconds, after a booking was made or paid. */
const reloadWithin = 1_500;

export interface Figures {
  statistics: Loaded<Statistics>;
  series: Loaded<Series>;
}

/** The counts and revenue of an organisation, and the series of one period, in one call. */
export function useStatistics(organisation: Organisation, period: Period): Figures {
  const dispatch = useDispatch();
  const { data, ...asked } = useLoaded(
    `${organisation} ${period}`,
    () => dispatch(loadFigures({ organisation, period })),
    reloadEvery,
  );
  /** The counts don't depend on the period: they stay while another series is loaded. */
  const [last, setLast] = useState<{ of: Organisation; counts: Statistics; at: number } | null>(
    null,
  );
  if (data !== null && asked.at !== null && (last?.at !== asked.at || last.of !== organisation))
    setLast({ of: organisation, counts: { stat: data.stat, rev: data.rev }, at: asked.at });
  const known = last?.of === organisation ? last : null;
  const reloadSoon = useThrottled(asked.reload, reloadWithin, dashboardPause);
  useLiveNews((news) => {
    if (news.type !== 'collision' && concerns(news, organisation)) reloadSoon();
  });
  return {
    statistics: {
      data: known?.counts ?? null,
      at: known?.at ?? null,
      // Where the counts stand, the chart beside them says why it couldn't be loaded.
      failure: known === null ? asked.failure : null,
      reload: asked.reload,
    },
    series: { ...asked, data: data?.series ?? null },
  };
}
