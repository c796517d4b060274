import { type ComingFile, listComingFiles } from '#contract/coming-files.ts';
import { call } from '#web/api/call.ts';
import { serverThunk } from '#web/api/server-thunk.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import type { WaitingRecord } from '#web/sending/waiting-record.ts';

/** Milliseconds: on a slow line a file moves by a few per cent in this time. */
const every = 20_000;

const readComingFiles = serverThunk('outbox/coming', async (id: string, { signal }) => {
  const endpoint = { ...listComingFiles, failure: 'ignored' as const };
  return (await call(endpoint, { params: { id }, signal })).data;
});

/** What the authority says of the files of a record whose words it has; none while nobody answers. */
export function useComingFiles({ _id, files }: WaitingRecord): readonly ComingFile[] {
  const dispatch = useDispatch();
  const left = files.filter(({ state }) => state === 'waiting').length;
  const { data } = useLoaded(`${_id} ${left}`, () => dispatch(readComingFiles(_id)), every);
  return data ?? [];
}
