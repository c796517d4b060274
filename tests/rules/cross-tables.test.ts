import { expect, test } from 'vitest';
import { type CrossAxis, whyNotCrossed } from '#contract/modules/reports/cross-tables.ts';
import { readReport } from '#contract/modules/reports/reports.ts';

const year = { from: '2026-01-01', to: '2026-12-31' };
const refused = (rows: CrossAxis, columns?: CrossAxis, more = {}) =>
  whyNotCrossed({ rows, columns, measure: 'issued', ...year, ...more })?.field ?? null;

test('a cross table has the rows and columns that are counted together, and no others', () => {
  expect(refused('zone', 'month')).toBeNull();
  expect(refused('offence', 'zone')).toBeNull();
  expect(refused('officer')).toBeNull();
  expect(refused('officer', 'month', { from: '2026-01-09' })).toBeNull();
  for (const axis of ['day', 'week', 'zone', 'offence', 'group'] as const)
    expect(refused('officer', axis), axis).toBe('columns');
  expect(refused('zone', 'officer')).toBe('columns');
  expect(refused('month', 'year')).toBe('columns');
  expect(refused('offence', 'group')).toBe('columns');
  expect(refused('zone', 'zone')).toBe('columns');
});

test('collisions are counted without officers and offences', () => {
  const measure = 'collisions';
  expect(refused('zone', 'week', { measure, to: '2026-02-28' })).toBeNull();
  expect(refused('offence', 'month', { measure })).toBe('measure');
  expect(refused('zone', 'month', { measure, officer: 'somebody' })).toBe('measure');
  expect(refused('officer', undefined, { officer: 'somebody' })).toBe('columns');
  expect(refused('offence', 'month', { officer: 'somebody' })).toBeNull();
});

test('there is room for a year of months, twelve weeks or twelve days beside the rows', () => {
  expect(refused('zone', 'week', { to: '2026-03-25' })).toBeNull();
  expect(refused('zone', 'week', { to: '2026-03-26' })).toBe('columns');
  expect(refused('zone', 'day', { to: '2026-01-12' })).toBeNull();
  expect(refused('zone', 'day', { to: '2026-01-13' })).toBe('columns');
  expect(refused('day', 'zone')).toBeNull();
});

test('a report takes the fields that are its own, and names the first of others', () => {
  const asks = (asked: object) =>
    readReport.query.safeParse({ ...year, ...asked }).error?.issues[0]?.path[0];
  expect(asks({ kind: 'cross', rows: 'zone', measure: 'paid' })).toBeUndefined();
  expect(asks({ kind: 'cross', measure: 'paid' })).toBe('rows');
  expect(asks({ kind: 'cross', rows: 'zone' })).toBe('measure');
  expect(asks({ kind: 'cross', rows: 'zone', measure: 'injured' })).toBe('measure');
  expect(asks({ kind: 'standard', rows: 'zone' })).toBe('rows');
  expect(asks({ kind: 'unp', officer: 'somebody' })).toBeUndefined();
  for (const kind of ['snapshot', 'f-and-a', 'e', 'er'])
    expect(asks({ kind, officer: 'somebody' }), kind).toBe('officer');
});
