import { z } from 'zod';
import type { DayRange } from '#contract/day-range.ts';
import { dayFilters, zoneFilter } from '#contract/list-filters.ts';
import {
  crossAxes,
  crossColumns,
  crossMeasures,
  isKeyOf,
} from '#contract/modules/reports/cross-tables.ts';
import {
  isOfOfficers,
  type ReportKind,
  reportKinds,
  reportSteps,
  reportTypes,
} from '#contract/modules/reports/reports.ts';
import { type Period, periods } from '#contract/periods.ts';
import { organisationSchema } from '#contract/places.ts';
import { changedSearch, useAddress } from '#web/lists/use-address.ts';
import { reportDays } from '#web/records/reports/report-days.tsx';

const valid = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

/** Of a cross table. */
const crossParts = {
  rows: isKeyOf(crossAxes).catch('zone'),
  columns: isKeyOf(crossColumns).catch('none'),
  measure: isKeyOf(crossMeasures).catch('issued'),
};

const partsSchema = z.object({
  kind: z.enum(reportKinds).catch('snapshot'),
  period: valid(z.enum(periods)),
  from: valid(dayFilters.from),
  to: valid(dayFilters.to),
  by: valid(z.enum(reportSteps)),
  organisation: valid(organisationSchema),
  zone: valid(zoneFilter),
  officer: valid(z.string().min(1)),
  at: valid(dayFilters.to),
  ...crossParts,
  /** The id of the closing whose kept figures are shown. */
  closing: valid(z.string().min(1)),
});

/** Finance books a week; the others are read by the month. */
const usualPeriod = (kind: ReportKind): Period =>
  kind === 'f-and-a' || kind === 'e' ? 'week' : 'month';

const reportAddress = partsSchema.transform(({ period, from, to, ...rest }) => ({
  ...rest,
  ...reportDays({ period, from, to }, Date.now(), usualPeriod(rest.kind)),
}));

/** The report that the address names, with its days and place; Back undoes each step. */
export function useReportAddress() {
  const { change, ...rest } = useAddress(reportAddress);
  // What was kept is of one kind, place and days.
  const step: typeof change = (changes) => change({ closing: undefined, ...changes });
  return { ...rest, change: step };
}

export type ReportAddress = z.infer<typeof reportAddress>;

/** What the server is asked for: days only where the report is of days. */
export function queryOf({ kind, from, to, by, organisation, zone, ...more }: ReportAddress) {
  const { rows, columns, measure } = more;
  const officer = isOfOfficers(kind) ? more.officer : undefined;
  const place = { kind, organisation, zone, officer };
  if (kind === 'unp') return { ...place, at: more.at };
  if (!reportTypes[kind].isOfDays) return place;
  return {
    ...place,
    from,
    to,
    ...(kind === 'standard' && { by }),
    ...(kind === 'cross' && { rows, columns, measure }),
  };
}

/** The same as it is saved: with the period in place of the days that it has today. */
export function savedQueryOf(address: ReportAddress): string {
  const { period } = address;
  const days = period && { period, from: undefined, to: undefined };
  return changedSearch('', { ...queryOf(address), ...days }).slice(1);
}

/** UNP is closed at the end of one day; null while none is chosen. */
export const closedDays = ({ kind, from, to, at }: ReportAddress): DayRange | null => {
  if (kind !== 'unp') return { from, to };
  return at === undefined ? null : { from: at, to: at };
};
