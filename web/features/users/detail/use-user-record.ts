import { useCurrentUser, useDispatch } from '#web/api/store-hooks.ts';
import { useRecord } from '#web/records/use-record.ts';
import { readUser, useUsers } from '../slice.ts';

/** One user, there once the server has given it: what can be changed must not be a list's old row. */
export function useUserRecord(id: string) {
  const dispatch = useDispatch();
  const own = useCurrentUser()?.id === id;
  const known = useUsers(({ user: { update, all } }) =>
    update?._id === id ? update : all.find((row) => row._id === id),
  );
  const reading = useRecord(id, (signal) => readUser(dispatch, { id, own }, signal), known);
  return { ...reading, record: reading.fresh ? reading.record : undefined, known };
}
