import type { UserSort } from '#contract/users.ts';
import type { ListSteps } from '#web/lists/address.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { useList } from '#web/lists/use-list.ts';
import { listUsers, useUsers } from './slice.ts';
import { userGrammar } from './user-grammar.ts';

/**
 * The accounts, as the address says. A new user joins the rows by itself, at their end, where the
 * last page is open; in another order, or a search, the list is asked for again.
 */
export function useUserList(steps: ListSteps<UserSort>) {
  const dispatch = useDispatch();
  const { all, listed, paginate, new: newest } = useUsers((state) => state.user);
  const { page, limit } = steps.address;
  const asked = filtersOf(steps);
  const isWhole = asked.sort === undefined && asked._searchfirstName === undefined;
  return useList(steps, {
    query: { limit, page, ...asked },
    ask: (query) => dispatch(listUsers(query)),
    rows: all,
    answered: listed,
    paginate,
    newest: isWhole ? undefined : newest?._id,
  });
}

/** What the list and its file ask for. */
export function filtersOf({ address: { search, sort } }: ListSteps<UserSort>) {
  return {
    _searchfirstName: search === '' ? undefined : search,
    sort: sort === userGrammar.sorts[0] ? undefined : sort,
  };
}
