import { expect, test } from 'vitest';
import type { ReportCell, ReportTable } from '#contract/modules/reports/reports.ts';
import { withoutClosing } from '#server/modules/reports/reports/closing-tables.ts';
import { changesBetween, wordNow } from '#server/modules/reports/reports/rules.ts';

const body = (rows: ReportCell[][]): ReportTable[] => [
  {
    title: 'By day',
    columns: [
      { name: 'Day', kind: 'day' as const },
      { name: 'Gateway', kind: 'text' as const },
      { name: 'Amount', kind: 'naira' as const },
    ],
    rows: rows.map((cells) => ({ cells, opens: cells.map(() => null) })),
    total: { cells: ['Total', '', 7], opens: [] },
    of: rows.length,
    note: '',
  },
];

const rows = (): ReportCell[][] => [
  ['2026-11-01', 'PayKaduna', 1],
  ['2026-11-01', 'Paystack', 2],
  ['2026-11-02', 'Paystack', 2],
];

test('two reports that say the same have no changes, wherever their figures lead', () => {
  const now = body(rows());
  for (const { rows: all } of now) for (const row of all) row.opens.fill('/bookings');
  expect(changesBetween(body(rows()), now)).toEqual([]);
});

test('a row is known by the fewest of its first cells that no other row has', () => {
  const now = rows().with(1, ['2026-11-01', 'Paystack', 3]);
  expect(changesBetween(body(rows()), body(now))).toEqual([
    {
      table: 'By day',
      row: '2026-11-01, Paystack',
      column: 'Amount',
      kind: 'naira',
      then: 2,
      now: 3,
    },
  ]);
});

test('a row that came or went is one change, also beside others that are all the same', () => {
  const [, ...rest] = rows();
  const more = [...rest, ['2026-11-02', 'Paystack', 2] as ReportCell[]];
  expect(
    changesBetween(body(rows()), body(more)).map(({ row, then, now }) => [row, then, now]),
  ).toEqual([
    ['2026-11-01, PayKaduna, 1', 'there', null],
    ['2026-11-02, Paystack, 2 (again)', null, 'there'],
  ]);
});

test('a table that only a later version makes is no change, one that is gone is', () => {
  const [table] = body(rows());
  if (!table) throw new Error('There is no table.');
  const later = { ...table, title: 'By offence' };
  expect(changesBetween([table], [table, later])).toEqual([]);
  expect(changesBetween([table, later], [table])).toContainEqual(
    expect.objectContaining({ table: 'By offence', then: 'there', now: null }),
  );
});

test('a table that an older version called otherwise is the same table, with its columns and rows', () => {
  const [table] = body(rows());
  if (!table) throw new Error('There is no table.');
  const named = (title: string, column: string, row: string): ReportTable => ({
    ...table,
    title,
    columns: table.columns.with(2, { name: column, kind: 'naira' }),
    rows: [{ cells: [row, '', 7], opens: [] }],
  });
  const then = named('Net of what was given back', 'Given back', '− given back, of tickets');
  const now = named('Net after refunds', 'Refunds', '− refunds of bookings');
  expect(changesBetween([then], [now])).toEqual([]);
});

test('a former title with its day is the title of now with that day', () => {
  expect(wordNow('Unpaid tickets by the days since they were due, at the end of 2026-10-31')).toBe(
    'By days since the due date, at the end of 2026-10-31',
  );
});

test('what only closings say is left out of a comparison, in former words too', () => {
  const [table] = body(rows());
  if (!table) throw new Error('There is no table.');
  const former = { ...table, title: 'From the closing before' };
  expect(withoutClosing([table, former, { ...table, title: 'Exceptions still open' }])).toEqual([
    table,
  ]);
});
