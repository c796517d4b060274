import { z } from 'zod';
import { dayFilters, zoneFilter } from '#contract/list-filters.ts';
import { reconciledBy } from '#contract/modules/money/reconciliation.ts';
import { periods } from '#contract/periods.ts';
import { organisationSchema } from '#contract/places.ts';
import { useAddress } from '#web/lists/use-address.ts';
import { type ReportDays, reportDays } from '#web/records/reports/report-days.tsx';

const valid = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

const partsSchema = z.object({
  period: valid(z.enum(periods)),
  from: valid(dayFilters.from),
  to: valid(dayFilters.to),
  by: z.enum(reconciledBy).catch('day'),
  organisation: valid(organisationSchema),
  zone: valid(zoneFilter),
  show: z.enum(['bookings', 'differences']).catch('bookings'),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
});

export type ReconciliationAddress = Omit<z.infer<typeof partsSchema>, keyof ReportDays> &
  ReportDays;

/** Reads the address: days that it names, or those of a period, which is this month if none is given. */
export const reconciliationAddress = (now: () => number = Date.now) =>
  partsSchema.transform(({ period, from, to, ...rest }): ReconciliationAddress => ({
    ...rest,
    ...reportDays({ period, from, to }, now()),
  }));

type Changes = Readonly<Partial<Record<keyof z.infer<typeof partsSchema>, string | undefined>>>;

/** The screen's state in the address; Back undoes each step. Every change leads to the first page. */
export function useReconciliationAddress() {
  const { address, searchWith, change } = useAddress(reconciliationAddress());
  return {
    address,
    searchWith: (changes: Changes) => searchWith({ page: undefined, ...changes }),
    change: (changes: Changes) => change({ page: undefined, ...changes }),
  };
}

export type AddressSteps = ReturnType<typeof useReconciliationAddress>;
