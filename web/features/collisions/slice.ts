import { useSelector } from 'react-redux';
import type { Collision } from '#contract/collisions.ts';
import * as collisions from '#contract/collisions.ts';
import type { ExportFormat } from '#contract/list-filters.ts';
import { type AreaState, createArea } from '#web/api/area.ts';
import type { ReadQuery } from '#web/api/call-options.ts';
import { call, callFile } from '#web/api/call.ts';
import type { Dispatch } from '#web/api/store-hooks.ts';
import type { Attempt } from '#web/sending/first-attempt.ts';

/** The filters of a list of collisions. Those that are undefined are not sent. */
export type CollisionFilters = Omit<
  ReadQuery<typeof collisions.listCollisions>,
  'limit' | 'page' | 'ids'
>;

export interface CollisionQuery extends CollisionFilters {
  limit: number;
  page: number;
}

export interface CollisionParts {
  /** The collision that was read last. */
  one: Collision | null;
  /** The query that `all` answers; null until the list was loaded once. */
  loadedQuery: CollisionQuery | null;
}
type CollisionState = AreaState<Collision, CollisionParts>;

export const collisionArea = createArea<Collision, CollisionParts>('collision', 'front', {
  one: null,
  loadedQuery: null,
});
const { pageLoaded, added, changed, partsSet } = collisionArea.actions;

export const useCollisions = useSelector.withTypes<{ collision: CollisionState }>();

/** Loads one page into `all`. Aborted when the query changes: only the last answer counts. */
export async function listCollisions(
  dispatch: Dispatch,
  query: CollisionQuery,
  signal: AbortSignal,
) {
  const answer = await call(collisions.listCollisions, { query, signal });
  signal.throwIfAborted();
  dispatch(pageLoaded(answer));
  dispatch(partsSet({ loadedQuery: query }));
  return answer;
}

/**
 * Records a collision, by an attempt to send what the device has stored. One that was received goes
 * to the front of the list; its files are still to come.
 */
export async function createCollision(
  dispatch: Dispatch,
  attempt: () => Promise<Attempt>,
): Promise<Attempt> {
  const made = await attempt();
  // The list asks by itself for anything that a newer server says in another way.
  const read =
    made.is === 'received' ? collisions.readCollision.response.safeParse(made.answer).data : null;
  if (read) dispatch(added(read.data));
  return made;
}

/** Fetches every collision that the filters show, as a file. */
export function fetchCollisions(
  query: CollisionFilters & { ids?: string; format: ExportFormat },
): Promise<File> {
  return callFile(collisions.exportCollisions, { query });
}

/** Takes a collision as it is now into the list, and where it was the one read last. */
export function hearCollision(dispatch: Dispatch, heard: Collision, last: Collision | null): void {
  dispatch(changed(heard));
  if (last?._id === heard._id) dispatch(partsSet({ one: heard }));
}

/** Reads one collision, with new addresses of its evidence. */
export async function readCollision(
  dispatch: Dispatch,
  id: string,
  signal: AbortSignal,
): Promise<Collision> {
  const { data } = await call(collisions.readCollision, { params: { id }, signal });
  signal.throwIfAborted();
  dispatch(changed(data));
  dispatch(partsSet({ one: data }));
  return data;
}
