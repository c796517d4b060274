import { useEffect, useState } from 'react';
import type { User } from '#contract/users.ts';
import type { FailedCall } from '#web/api/call-failure.ts';
import { useCurrentUser, useDispatch } from '#web/api/store-hooks.ts';
import { readUser, useUsers } from '../slice.ts';
import { unexpected } from '#web/api/unexpected.ts';

/** One user, read when it is opened; its row in the list until the answer comes. */
export function useUserRecord(id: string) {
  const dispatch = useDispatch();
  const own = useCurrentUser()?.id === id;
  const user = useUsers(({ user: { update, all } }): User | undefined =>
    update?._id === id ? update : all.find((row) => row._id === id),
  );
  const [settled, setSettled] = useState<{ failure: FailedCall | null } | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const asked = dispatch(readUser({ id, own }));
    void asked.then((result) => {
      if (readUser.fulfilled.match(result)) setSettled({ failure: null });
      else if (!result.meta.aborted) setSettled({ failure: result.payload ?? unexpected });
    });
    return () => asked.abort();
  }, [dispatch, id, own, attempt]);

  return {
    user,
    /** Whether the server has answered: what is shown is fresh then, or `failure` says why not. */
    settled: settled !== null,
    failure: settled?.failure ?? null,
    retry: () => {
      setSettled(null);
      setAttempt((count) => count + 1);
    },
  };
}
