import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { signedOut } from './current-user.ts';

interface Page {
  page: number;
  limit: number;
}

/** Where a list stands: `step` is the number of pages, `time` when it was loaded (ms, UTC). */
export interface Paginate {
  total: number;
  step: number;
  time: number | null;
  details: { prev?: Page; next?: Page };
}

/** The part of a list's answer that an area keeps. */
export interface ListAnswer<Row> {
  data: Row[];
  total: number;
  limit: number;
  pagination: { prev?: Page | undefined; next?: Page | undefined };
}

interface AreaBase<Row> {
  new: Row | null;
  all: readonly Row[];
  paginate: Paginate;
}

/** An area of the store: a list with its page and newest row, and the further `Parts` it holds. */
export type AreaState<Row, Parts extends object> = AreaBase<Row> & Parts;

/** Pages that hold `total` rows; one page when there is nothing. */
export function totalPages(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}

const nowhere: Paginate = { total: 0, step: 1, time: null, details: {} };

function paginateOf(answer: ListAnswer<unknown>, time: number): Paginate {
  const { prev, next } = answer.pagination;
  return {
    total: answer.total,
    step: totalPages(answer.total, answer.limit),
    time,
    details: { ...(prev && { prev }), ...(next && { next }) },
  };
}

/** What a new row does to the list, unless it is already there. */
export type Arrival =
  /** It goes to the front. */
  | 'front'
  /** It goes to the end, and the total grows by 1. */
  | 'end';

/**
 * Makes one area of the store: its reducer and its actions. Every area is
 * emptied when the session ends.
 */
export function createArea<Row extends { _id: string }, Parts extends object>(
  name: string,
  arrival: Arrival,
  parts: Parts,
) {
  type State = AreaState<Row, Parts>;
  const initial: State = { new: null, all: [], paginate: nowhere, ...parts };

  const listed = createAction(`${name}/listed`, (answer: ListAnswer<Row>) => ({
    payload: { rows: answer.data, paginate: paginateOf(answer, Date.now()) },
  }));
  const added = createAction(`${name}/added`, (row: Row) => ({ payload: row }));
  /** Changes some fields of a row where it stands. */
  const changed = createAction(`${name}/changed`, (fields: Partial<Row> & { _id: string }) => ({
    payload: fields,
  }));
  const removed = createAction(`${name}/removed`, (id: string) => ({ payload: id }));
  /** Keeps one or more of the area's further parts. */
  const kept = createAction(`${name}/kept`, (kept: Partial<Parts>) => ({ payload: kept }));

  function add(state: State, row: Row): State {
    if (state.all.some((known) => known._id === row._id)) return { ...state, new: row };
    if (arrival === 'front') return { ...state, new: row, all: [row, ...state.all] };
    const paginate = { ...state.paginate, total: state.paginate.total + 1 };
    return { ...state, new: row, all: [...state.all, row], paginate };
  }

  function reducer(state: State = initial, action: UnknownAction): State {
    if (signedOut.match(action)) return initial;
    if (listed.match(action)) {
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
    return kept.match(action) ? { ...state, ...action.payload } : state;
  }

  return { reducer, initial, actions: { listed, added, changed, removed, kept } };
}
