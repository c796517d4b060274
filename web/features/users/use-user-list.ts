import type { ListSteps } from '#web/lib/list-address.ts';
import { useDispatch } from '#web/lib/store-hooks.ts';
import { useList } from '#web/lib/use-list.ts';
import { listUsers, useUsers } from './slice.ts';

/** The accounts, as the address says. A new user joins the rows by itself. */
export function useUserList(steps: ListSteps<''>) {
  const dispatch = useDispatch();
  const { all, listed, paginate } = useUsers((state) => state.user);
  const { search, page, limit } = steps.address;
  const _searchfirstName = search === '' ? undefined : search;
  return useList(steps, {
    ask: () => dispatch(listUsers({ limit, page, _searchfirstName })),
    rows: all,
    paginate,
    loaded: listed !== null,
  });
}
