import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { dayFilters, zoneFilter } from '#contract/list-filters.ts';
import { organisationSchema } from '#contract/places.ts';
import { reconciledBy } from '#contract/reconciliation.ts';
import { daysOfPreset, fits, presets, type Days, type Preset } from './presets.ts';

const valid = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

const addressSchema = z.object({
  period: valid(z.enum(presets)),
  from: valid(dayFilters.from),
  to: valid(dayFilters.to),
  by: z.enum(reconciledBy).catch('day'),
  organisation: valid(organisationSchema),
  zone: valid(zoneFilter),
  show: z.enum(['bookings', 'differences']).catch('bookings'),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
});

export type ReconciliationAddress = Omit<z.infer<typeof addressSchema>, 'period' | 'from' | 'to'> &
  Days & {
    /** The preset that the days are; undefined for days of one's own. */
    preset: Preset | undefined;
  };

type Changes = Readonly<Partial<Record<keyof z.infer<typeof addressSchema>, string | undefined>>>;

/** What the address says, at `now`: days of one's own, or a preset, which is this month by itself. */
export function readAddress(search: string, now: number = Date.now()): ReconciliationAddress {
  const { period, from, to, ...rest } = addressSchema.parse(
    Object.fromEntries(new URLSearchParams(search)),
  );
  if (from !== undefined && to !== undefined && period === undefined && fits({ from, to }))
    return { ...rest, from, to, preset: undefined };
  const preset = period ?? 'month';
  return { ...rest, ...daysOfPreset(preset, now), preset };
}

/** The address with some parts otherwise; what is `undefined` is left out. A page is only of its rows. */
export function changedSearch(search: string, changes: Changes): string {
  const next = new URLSearchParams(search);
  if (!('page' in changes)) next.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text === '' ? '' : `?${text}`;
}

/** The screen's place in the address; Back undoes each step. */
export function useReconciliationAddress() {
  const { search } = useLocation();
  const navigate = useNavigate();
  return {
    address: readAddress(search),
    searchWith: (changes: Changes) => changedSearch(search, changes),
    change: (changes: Changes) =>
      void navigate({ search: changedSearch(search, changes) }, { preventScrollReset: true }),
  };
}

export type AddressSteps = ReturnType<typeof useReconciliationAddress>;
