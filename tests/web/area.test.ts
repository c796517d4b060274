import { expect, test } from 'vitest';
import { createArea, totalPages } from '#web/api/area.ts';
import { signedOut } from '#web/api/current-user.ts';

interface Row {
  _id: string;
  paid?: boolean;
}
const front = createArea<Row, { note: string }>('front', 'front', { note: '' });
const end = createArea<Row, object>('end', 'end', {});
const page = { total: 2, limit: 10, pagination: {} };
const ids = (rows: readonly Row[]) => rows.map((row) => row._id);

test.each([
  [0, 10, 1],
  [1, 10, 1],
  [10, 10, 1],
  [11, 10, 2],
  [48, 10, 5],
])('263e, 300d: %i rows at %i a page make %i pages', (total, limit, pages) => {
  expect(totalPages(total, limit)).toBe(pages);
});

const around = { prev: { page: 1, limit: 10 }, next: { page: 3, limit: 10 } };
const listed = front.reducer(
  undefined,
  front.actions.pageLoaded({ ...page, pagination: around, data: [{ _id: 'a' }, { _id: 'b' }] }),
);

test('162, 263f: a list keeps its rows, its total, its pages, the ways on and back and when it was loaded', () => {
  expect(ids(listed.all)).toEqual(['a', 'b']);
  expect(listed.paginate).toMatchObject({ total: 2, step: 1, details: around });
  expect(listed.paginate.time).toBeTypeOf('number');
});

test('176a: a new booking goes to the front', () => {
  const state = front.reducer(listed, front.actions.added({ _id: 'c' }));
  expect(ids(state.all)).toEqual(['c', 'a', 'b']);
  expect(state.new).toEqual({ _id: 'c' });
});

test('176b: a new booking that is already there changes nothing in the list', () => {
  expect(ids(front.reducer(listed, front.actions.added({ _id: 'b' })).all)).toEqual(['a', 'b']);
});

test('177a, 177c: a new user goes to the end, and the total grows by 1', () => {
  const before = end.reducer(undefined, end.actions.pageLoaded({ ...page, data: [{ _id: 'a' }] }));
  const state = end.reducer(before, end.actions.added({ _id: 'z' }));
  expect([ids(state.all), state.paginate.total]).toEqual([['a', 'z'], 3]);
});

test('177b, 177c: a new user whose id is there is not added, and the total stays', () => {
  const before = end.reducer(undefined, end.actions.pageLoaded({ ...page, data: [{ _id: 'a' }] }));
  const state = end.reducer(before, end.actions.added({ _id: 'a' }));
  expect([ids(state.all), state.paginate.total]).toEqual([['a'], 2]);
});

test('178: a removed request or rider is filtered out by its id', () => {
  expect(ids(front.reducer(listed, front.actions.removed('a')).all)).toEqual(['b']);
});

test('a changed row keeps its place', () => {
  const state = front.reducer(listed, front.actions.changed({ _id: 'a', paid: true }));
  expect(state.all).toEqual([{ _id: 'a', paid: true }, { _id: 'b' }]);
});

test('204c: signing out empties an area', () => {
  const kept = front.reducer(listed, front.actions.partsSet({ note: 'x' }));
  expect(front.reducer(kept, signedOut('logout'))).toEqual(front.initial);
});

test('an area leaves the actions of another alone', () => {
  expect(front.reducer(listed, end.actions.removed('a'))).toBe(listed);
});
