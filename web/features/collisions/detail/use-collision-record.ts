import { useEffect, useState } from 'react';
import type { FailedCall } from '#web/api/call-failure.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { unexpected } from '#web/api/unexpected.ts';
import { readCollision, useCollisions } from '../slice.ts';

/** One collision, read when it is opened, and again when the addresses of its evidence ran out. */
export function useCollisionRecord(id: string) {
  const dispatch = useDispatch();
  const collision = useCollisions(({ collision: { one, all } }) =>
    one?._id === id ? one : all.find((row) => row._id === id),
  );
  const [failure, setFailure] = useState<FailedCall | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const asked = dispatch(readCollision(id));
    void asked.then((result) => {
      if (readCollision.fulfilled.match(result)) setFailure(null);
      else if (!result.meta.aborted) setFailure(result.payload ?? unexpected);
    });
    return () => asked.abort();
  }, [dispatch, id, attempt]);

  return {
    collision,
    failure,
    reload: () => {
      setFailure(null);
      setAttempt((count) => count + 1);
    },
  };
}
