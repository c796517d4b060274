import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { ledgerColumns } from '#server/config/ledger.ts';
import { csvOf } from '#server/lists/csv.ts';
import { journalOf } from '#server/modules/reports/reports/ledger.ts';

describe('the layout of the ledger file', () => {
  test('is titles with their fields, in their order', () => {
    expect(ledgerColumns('Txn Date=date, GL Code = account')).toEqual([
      { title: 'Txn Date', field: 'date' },
      { title: 'GL Code', field: 'account' },
    ]);
  });

  test.each([',', 'Date', 'Date=', '=day', 'Date=day,', 'Date=days'])('is not %j', (columns) => {
    expect(ledgerColumns(columns)).toBeUndefined();
    expect(() => readConfig({ LEDGER_COLUMNS: columns })).toThrow('must be columns such as');
  });
});

test('a journal debits each day what it credits its revenue heads', () => {
  const head = { name: 'Speed', kobo: 500_000 };
  const lines = journalOf(
    [
      { ...head, day: '2026-11-21', head: '1' },
      { ...head, day: '2026-11-20', head: '1' },
      { ...head, day: '2026-11-20', head: '2', kobo: 1 },
    ],
    'TSA',
  );
  expect(
    lines.map(({ day, account, debitKobo, creditKobo }) => [day, account, debitKobo, creditKobo]),
  ).toEqual([
    ['2026-11-20', 'TSA', 500_001, 0],
    ['2026-11-20', '1', 0, 500_000],
    ['2026-11-20', '2', 0, 1],
    ['2026-11-21', 'TSA', 500_000, 0],
    ['2026-11-21', '1', 0, 500_000],
  ]);
});

test('a CSV takes the formula from a text that begins with a minus, and leaves a negative amount', async () => {
  const columns = [{ name: 'A', kind: 'text', width: 9 }] as const;
  async function* batches() {
    yield await Promise.resolve([['-5.00'], ['-5'], ['-1+1'], ['-A1.00']]);
  }
  expect((await text(csvOf({ columns, batches: batches() }))).split('\r\n').slice(1, 5)).toEqual([
    '"-5.00"',
    `"'-5"`,
    `"'-1+1"`,
    `"'-A1.00"`,
  ]);
});
