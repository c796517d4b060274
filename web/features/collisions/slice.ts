import { useSelector } from 'react-redux';
import * as collisions from '#contract/collisions.ts';
import type { Collision } from '#contract/collisions.ts';
import type { ExportFormat } from '#contract/list-filters.ts';
import { call, callFile, type ReadQuery } from '#web/api/call.ts';
import { createArea, type AreaState } from '#web/api/area.ts';
import { serverThunk } from '#web/api/server-thunk.ts';

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
  listed: CollisionQuery | null;
}
type CollisionState = AreaState<Collision, CollisionParts>;

export const collisionArea = createArea<Collision, CollisionParts>('collision', 'front', {
  one: null,
  listed: null,
});
const { listed, added, changed, kept } = collisionArea.actions;

/** A collision that was just recorded: it goes to the front of the list. */
export const collisionAdded = added;

export const useCollisions = useSelector.withTypes<{ collision: CollisionState }>();

/** Loads one page into `all`. Abort the promise when the query changes: only the last answer counts. */
export const listCollisions = serverThunk(
  'collision/list',
  async (query: CollisionQuery, { dispatch, signal }) => {
    const answer = await call(collisions.listCollisions, { query, signal });
    signal.throwIfAborted();
    dispatch(listed(answer));
    dispatch(kept({ listed: query }));
    return answer;
  },
);

/** Fetches every collision that the filters show, as a file. */
export function fetchCollisions(query: CollisionFilters & { format: ExportFormat }): Promise<File> {
  return callFile(collisions.exportCollisions, { query });
}

/** Reads one collision, with new addresses of its evidence. */
export const readCollision = serverThunk(
  'collision/read',
  async (id: string, { dispatch, signal }) => {
    const { data } = await call(collisions.readCollision, { params: { id }, signal });
    dispatch(changed(data));
    dispatch(kept({ one: data }));
    return data;
  },
);
