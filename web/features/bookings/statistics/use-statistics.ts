import type { Organisation } from '#contract/places.ts';
import { concerns, useLiveNews } from '#web/lib/live.ts';
import { useDispatch } from '#web/lib/store-hooks.ts';
import { useLoaded, type Loaded } from '#web/lib/use-loaded.ts';
import { useSoon } from '#web/lib/use-soon.ts';
import { loadStatistics, type Statistics } from '../slice.ts';

/** Milliseconds: the day may turn without anything happening. */
const every = 60_000;
/** After something was booked or paid; what happens meanwhile is counted along. */
const soon = 1_500;

/** Counts and revenue of an organisation, kept up to date. */
export function useStatistics(organisation: Organisation): Loaded<Statistics> {
  const dispatch = useDispatch();
  const loaded = useLoaded(organisation, () => dispatch(loadStatistics(organisation)), every);
  const reloadSoon = useSoon(loaded.reload, soon);
  useLiveNews((news) => {
    if (news.type !== 'collision' && concerns(news, organisation)) reloadSoon();
  });
  return loaded;
}
