import { z } from 'zod';
import { dayCount, type DayRange, maxReconciledDays } from '../../day-range.ts';

/** Its rows and columns are one of these each. */
export const crossAxes = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  year: 'Year',
  zone: 'Zone',
  officer: 'Officer',
  offence: 'Offence',
  group: 'Offence group',
} as const;
export type CrossAxis = keyof typeof crossAxes;
export const crossColumns = { none: 'No columns', ...crossAxes } as const;
export type CrossColumns = keyof typeof crossColumns;

/** It counts one of these: tickets by the day of issue, money by the day of payment. */
export const crossMeasures = {
  issued: 'Tickets issued',
  'issued-naira': 'Amount issued (₦)',
  paid: 'Tickets paid by now',
  'paid-naira': 'Amount paid by now (₦)',
  cleared: 'Tickets cleared by now',
  withdrawn: 'Tickets withdrawn by now',
  'withdrawn-naira': 'Amount withdrawn by now (₦)',
  decided: 'Tickets decided in court by now',
  'decided-naira': 'Amount decided in court by now (₦)',
  received: 'Payments received',
  'received-naira': 'Amount received (₦)',
  collisions: 'Collisions',
} as const;
export type CrossMeasure = keyof typeof crossMeasures;

/** A key of these words; anything else is refused with the message. */
export const isKeyOf = <Words extends object>(words: Words, message?: string) =>
  z.enum(Object.keys(words) as [keyof Words & string], message);

/** Columns of a cross table at most; of zones and offences the smallest are one column. */
export const mostCrossColumns = 13;

/** The days for which there is room where each column is a day or a week. */
const columnDays: Readonly<Partial<Record<CrossColumns, number>>> = { day: 12, week: 84 };

/** By field and sentence: true where it is broken. The first is told. */
export function brokenOf(rules: Readonly<Record<string, Readonly<Record<string, boolean>>>>) {
  const all = Object.entries(rules).flatMap(([field, sentences]) =>
    Object.entries(sentences).map(([sentence, isBroken]) => ({ field, sentence, isBroken })),
  );
  return all.find(({ isBroken }) => isBroken);
}

/** The first reason why no figures are counted for a cross table; undefined where there are. */
export function whyNotCrossed({
  columns = 'none',
  ...asked
}: DayRange & {
  readonly rows: CrossAxis;
  readonly columns?: CrossColumns | undefined;
  readonly measure: CrossMeasure;
  readonly officer?: string | undefined;
}) {
  const { rows, measure, officer, from, to } = asked;
  const has = (...axes: CrossColumns[]) => axes.includes(rows) || axes.includes(columns);
  const are = (...axes: CrossColumns[]) => axes.includes(rows) && axes.includes(columns);
  return brokenOf({
    columns: {
      'Choose columns of another kind than the rows.':
        rows === columns || are('day', 'week', 'month', 'year') || are('offence', 'group'),
      'Officers are too many for columns: choose them as rows.': columns === 'officer',
      'Officers are counted by month and year alone: choose one of them, or no columns.':
        has('officer') && (officer !== undefined || has('day', 'week', 'zone', 'offence', 'group')),
      'Choose fewer days, or a longer step: there is room for twelve columns.':
        dayCount(from, to) > (columnDays[columns] ?? maxReconciledDays),
    },
    measure: {
      'Collisions are counted by day and zone, without officers and offences.':
        measure === 'collisions' && (officer !== undefined || has('officer', 'offence', 'group')),
    },
  });
}
