import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { signedOut } from './current-user.ts';

interface Page {
  page: number;
  limit: number;
}

/** How many records a list holds, also where the server doesn't count or reach all of them. */
export interface ListSize {
  total: number;
  /** There may be more than `total`, which were not counted. */
  more?: true | undefined;
  /** The pages hold only so many of the newest records. */
  within?: number | undefined;
}

/** `step` is the number of pages, `time` when the page was loaded (milliseconds, UTC). */
export interface Paginate extends ListSize {
  step: number;
  time: number | null;
  details: { prev?: Page; next?: Page };
}

/** The part of a list's answer that an area stores. */
export interface ListAnswer<Row> extends ListSize {
  data: Row[];
  limit: number;
  pagination: { prev?: Page | undefined; next?: Page | undefined };
}

interface AreaBase<Row> {
  new: Row | null;
  all: readonly Row[];
  paginate: Paginate;
}

/** An area of the store: a page of a list, its newest row, and further `Parts`. */
export type AreaState<Row, Parts extends object> = AreaBase<Row> & Parts;

/** The number of pages, at least one. */
export function totalPages(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}

/** The number of pages that can be turned to. */
export const pagesOf = ({ total, within = total }: ListSize, limit: number): number =>
  totalPages(Math.min(total, within), limit);

const noPage: Paginate = { total: 0, step: 1, time: null, details: {} };

function paginateOf(answer: ListAnswer<unknown>, time: number): Paginate {
  const { prev, next } = answer.pagination;
  return {
    total: answer.total,
    more: answer.more,
    within: answer.within,
    step: pagesOf(answer, answer.limit),
    time,
    details: { ...(prev && { prev }), ...(next && { next }) },
  };
}

/**
 * A new row goes to the front of the list or to its end; at the end, the total grows by 1 as well.
 */
export type AddedAt = 'front' | 'end';

/**
 * Makes the reducer and the actions of one area of the store, which is emptied when the session
 * ends.
 */
export function createArea<Row extends { _id: string }, Parts extends object>(
  name: string,
  addedAt: AddedAt,
  parts: Parts,
) {
  type State = AreaState<Row, Parts>;
  const initial: State = { new: null, all: [], paginate: noPage, ...parts };

  const pageLoaded = createAction(`${name}/pageLoaded`, (answer: ListAnswer<Row>) => ({
    payload: { rows: answer.data, paginate: paginateOf(answer, Date.now()) },
  }));
  const added = createAction(`${name}/added`, (row: Row) => ({ payload: row }));
  /** Changes some fields of the row with that id. */
  const changed = createAction(`${name}/changed`, (fields: Partial<Row> & { _id: string }) => ({
    payload: fields,
  }));
  const removed = createAction(`${name}/removed`, (id: string) => ({ payload: id }));
  const partsSet = createAction(`${name}/partsSet`, (parts: Partial<Parts>) => ({
    payload: parts,
  }));

  function add(state: State, row: Row): State {
    if (state.all.some((known) => known._id === row._id)) return { ...state, new: row };
    if (addedAt === 'front') return { ...state, new: row, all: [row, ...state.all] };
    const paginate = { ...state.paginate, total: state.paginate.total + 1 };
    return { ...state, new: row, all: [...state.all, row], paginate };
  }

  function reducer(state: State = initial, action: UnknownAction): State {
    if (signedOut.match(action)) return initial;
    if (pageLoaded.match(action)) {
      return { ...state, all: action.payload.rows, paginate: action.payload.paginate };
    }
    if (added.match(action)) return add(state, action.payload);
    if (changed.match(action)) {
      const fields = action.payload;
      const merge = (row: Row): Row => (row._id === fields._id ? { ...row, ...fields } : row);
      return { ...state, all: state.all.map(merge) };
    }
    if (removed.match(action)) {
      return { ...state, all: state.all.filter((row) => row._id !== action.payload) };
    }
    return partsSet.match(action) ? { ...state, ...action.payload } : state;
  }

  return { reducer, initial, actions: { pageLoaded, added, changed, removed, partsSet } };
}
