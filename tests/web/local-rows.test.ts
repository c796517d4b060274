import { expect, test } from 'vitest';
import { localRows, textMatches } from '#web/lists/local-rows.ts';

const twelve = Array.from({ length: 12 }, (_, index) => ({
  reference: `DRV${String(index + 1).padStart(3, '0')}`,
  name: index === 4 ? 'Ɗanjuma Audu' : 'Musa Danladi',
  phone: index === 4 ? '0900 555 0101' : '',
}));
const all = { search: '', page: 1, limit: 10 };
const found = (search: string) => localRows(twelve, { ...all, search }, textMatches).rows;

test('rows that are here are shown page by page', () => {
  expect(localRows(twelve, all, textMatches)).toEqual({
    rows: twelve.slice(0, 10),
    size: { total: 12 },
    pages: 2,
    page: 1,
  });
  expect(localRows(twelve, { ...all, page: 2 }, textMatches).rows).toEqual(twelve.slice(10));
  expect(localRows(twelve, { ...all, limit: 15 }, textMatches)).toMatchObject({
    size: { total: 12 },
    pages: 1,
  });
});

test('a page beyond the end of them is the last', () => {
  expect(localRows(twelve, { ...all, page: 99 }, textMatches)).toMatchObject({ page: 2, pages: 2 });
  expect(localRows([], all, textMatches)).toEqual({
    rows: [],
    size: { total: 0 },
    pages: 1,
    page: 1,
  });
});

test('a search finds them by any column, however it is spelt', () => {
  const [, , , , danjuma] = twelve;
  for (const search of ['DRV005', 'drv005', 'ɗanjuma', '09005550101', '0900-555'])
    expect(found(search), search).toEqual([danjuma]);
  expect(found('nobody')).toEqual([]);
  expect(found('-')).toEqual([]);
  expect(localRows(twelve, { ...all, search: 'musa', page: 2 }, textMatches)).toMatchObject({
    size: { total: 11 },
    pages: 2,
    page: 2,
  });
});
