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
  issued: 'Bookings issued',
  'issued-naira': 'Amount issued (₦)',
  paid: 'Bookings paid so far',
  'paid-naira': 'Amount paid so far (₦)',
  cleared: 'Bookings cleared so far',
  withdrawn: 'Bookings withdrawn so far',
  'withdrawn-naira': 'Amount withdrawn so far (₦)',
  decided: 'Bookings decided in court so far',
  'decided-naira': 'Amount of bookings decided in court so far (₦)',
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
      'Select columns of a different kind from the rows.':
        rows === columns || are('day', 'week', 'month', 'year') || are('offence', 'group'),
      'Select officers as rows. There are too many for columns.': columns === 'officer',
      'Select month, year or no columns. Hanya counts officers only by month and year.':
        has('officer') && (officer !== undefined || has('day', 'week', 'zone', 'offence', 'group')),
      'Select fewer days or a longer step. There is room for twelve columns.':
        dayCount(from, to) > (columnDays[columns] ?? maxReconciledDays),
    },
    measure: {
      'Select only days and zones for collisions. They have no officers or offences here.':
        measure === 'collisions' && (officer !== undefined || has('officer', 'offence', 'group')),
    },
  });
}
