import { useEffect, useEffectEvent, useState } from 'react';
import { totalPages } from '#web/lib/area.ts';
import type { FailedCall } from '#web/lib/call-failure.ts';
import type { ListSteps } from '#web/lib/list-address.ts';
import { useDispatch } from '#web/lib/store-hooks.ts';
import { listUsers, useUsers } from './slice.ts';
import { unexpected } from '#web/lib/unexpected.ts';

interface Settled {
  key: string;
  failure: FailedCall | null;
}

/**
 * Loads the page that the address names, and again after `reload`. What is no longer asked for is
 * cancelled; until the answer comes the rows of before stay. A new user joins the rows by itself.
 */
export function useUserList({ address, landOn }: ListSteps) {
  const dispatch = useDispatch();
  const { all, listed, paginate } = useUsers((state) => state.user);
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<Settled>({ key: '', failure: null });
  const land = useEffectEvent(landOn);

  const { search, page, limit } = address;
  const key = JSON.stringify([search, page, limit, attempt]);

  useEffect(() => {
    const _searchfirstName = search === '' ? undefined : search;
    const asked = dispatch(listUsers({ limit, page, _searchfirstName }));
    void asked.then((result) => {
      if (listUsers.fulfilled.match(result)) {
        const last = totalPages(result.payload.total, limit);
        if (page > last) land(last);
        else setSettled({ key, failure: null });
      } else if (!result.meta.aborted) {
        setSettled({ key, failure: result.payload ?? unexpected });
      }
    });
    return () => asked.abort();
  }, [dispatch, key, search, page, limit]);

  const loading = settled.key !== key;
  return {
    rows: all,
    /** Whether the list was answered at all, be it for another page or search. */
    loaded: listed !== null,
    loading,
    failure: loading ? null : settled.failure,
    total: paginate.total,
    pages: paginate.step,
    reload: () => setAttempt((count) => count + 1),
  };
}
