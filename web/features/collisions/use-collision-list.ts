import type { Collision, CollisionSort } from '#contract/collisions.ts';
import type { ListSteps } from '#web/lists/address.ts';
import { daysOf, sentFilters, type ListFilters } from '#web/lists/filters.ts';
import type { Verdict } from '#web/lists/news.ts';
import type { LiveNews } from '#web/live/events.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { dateOf } from '#web/format/time.ts';
import { useList } from '#web/lists/use-list.ts';
import { collisionGrammar } from './collision-grammar.ts';
import { listCollisions, useCollisions, type CollisionFilters } from './slice.ts';

/** The recorded collisions, as the address says. */
export function useCollisionList(steps: ListSteps<CollisionSort>) {
  const dispatch = useDispatch();
  const { all, listed, paginate, new: newest } = useCollisions((state) => state.collision);
  const { page, limit, search, filters } = steps.address;
  return useList(steps, {
    query: { limit, page, ...filtersOf(steps) },
    ask: (query) => dispatch(listCollisions(query)),
    rows: all,
    answered: listed,
    paginate,
    newest: newest?._id,
    judge: (news) => judge(news, search, filters),
  });
}

/** What the list and its file ask for; the period is that of today. */
export function filtersOf({
  address: { search, sort, filters },
}: ListSteps<CollisionSort>): CollisionFilters {
  const { from, to, zone, organisation } = sentFilters(filters, Date.now());
  return {
    _searchfirstName: search === '' ? undefined : search,
    from,
    to,
    zone,
    organisation,
    sort: sort === collisionGrammar.sorts[0] ? undefined : sort,
  };
}

// Whether a new one matches a search is for the server to say.
function judge(news: LiveNews, search: string, filters: ListFilters): Verdict | null {
  if (news.type !== 'collision' || search !== '') return null;
  const { collision } = news;
  return matches(collision, filters) ? { id: collision._id, is: 'arrived' } : null;
}

function matches(
  collision: Pick<Collision, 'createdAt' | 'zone' | 'organisation'>,
  filters: ListFilters,
): boolean {
  const { from, to } = daysOf(filters, Date.now());
  const { zone, organisation } = filters;
  const day = dateOf(collision.createdAt);
  return (
    (from === undefined || day >= from) &&
    (to === undefined || day <= to) &&
    (zone === undefined || collision.zone === zone) &&
    (organisation === undefined || collision.organisation === organisation)
  );
}
