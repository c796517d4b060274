import type { placeFilters } from '#contract/list-filters.ts';
import { type Period, periods } from '#contract/periods.ts';
import { organisationNames, organisationSchema } from '#contract/places.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import type { DaysFilterProps } from '#web/ui/filters/days-filter.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { daysInWords, periodWords } from './filter-words.ts';
import { type ListFilters, narrowsDays, type Narrowing, type NoNarrowing } from './list-address.ts';
import type { ZoneFilterProps } from './zone-filter.tsx';

/** The filters of a list, and the way to change them. */
export interface FilterSteps<N extends Narrowing = NoNarrowing> {
  filters: ListFilters<N>;
  filter: (changes: ListFilters<N>) => void;
}

export type PlaceSteps = FilterSteps<typeof placeFilters>;

interface DayChoice<Moment> {
  period?: Period | undefined;
  from?: string | undefined;
  to?: string | undefined;
  by?: Moment | undefined;
}

interface DaySteps<Moment> {
  filters: DayChoice<Moment>;
  filter: (changes: DayChoice<Moment>) => void;
}

/** A filter; `offered` false shows it only while the address sets it. */
export type OfferedFilter = Filter & { offered?: boolean };

/** The filters that are offered, and those that are set though they aren't. */
export const shownFilters = (filters: readonly OfferedFilter[]): Filter[] =>
  filters.filter(({ offered = true, value }) => offered || value !== null);

const noDays = { period: undefined, from: undefined, to: undefined, by: undefined };

/** The days of a list; `moments` are what may have happened on them, the first if nothing else is said. */
export function daysFilter<Moment extends string = never>(
  { filters, filter }: DaySteps<Moment>,
  moments?: Readonly<Partial<Record<Moment, string>>>,
  offered: readonly Period[] = periods,
): Filter {
  const choices = Object.entries(moments ?? {}) as [Moment, string][];
  const [usual = '', ...others] = choices.map(([moment]) => moment);
  const { period, from = '', to = '', by = usual } = filters;
  const momentOf = (text: string) => others.find((known) => known === text);
  return {
    key: 'days',
    label: 'Date',
    value: daysInWords(filters),
    onRemove: () => filter(noDays),
    render: (done) => (
      <DaysFilter
        key={[period, from, to].join()}
        periods={offered.map((value) => ({ value, label: periodWords[value] }))}
        period={period}
        from={from}
        to={to}
        onPeriod={(chosen, moment) => {
          const known = periods.find((one) => one === chosen);
          filter({ ...noDays, period: known, by: momentOf(moment) });
          done();
        }}
        onDays={(first, last, moment) => {
          const days = { from: first || undefined, to: last || undefined };
          filter({ ...noDays, ...days, by: momentOf(moment) });
          done();
        }}
        onMoment={(moment) => {
          if (narrowsDays(filters)) filter({ by: momentOf(moment) });
        }}
        moment={by}
        moments={choices.map(([value, label]) => ({ value, label }))}
      />
    ),
  };
}

/** Organisation and zone, for those who have a choice. */
export function usePlaceFilters({ filters, filter }: PlaceSteps): OfferedFilter[] {
  const user = useCurrentUser();
  const { organisation, zone } = filters;
  const organisations = user?.state === null ? organisationNames : [];
  return [
    {
      key: 'organisation',
      label: 'Organisation',
      value: organisation ?? null,
      offered: organisations.length > 0,
      onRemove: () => filter({ organisation: undefined, zone: undefined }),
      render: (done) => (
        <ChoiceFilter
          label="Organisation"
          choices={organisations.map((value) => ({ value, label: value }))}
          value={organisation}
          onChoose={(chosen) => {
            const next = organisationSchema.safeParse(chosen).data;
            filter({ organisation: next, zone: undefined });
            done();
          }}
        />
      ),
    },
    {
      key: 'zone',
      label: 'Zone',
      value: zone ?? null,
      offered: user?.zone === null,
      onRemove: () => filter({ zone: undefined }),
      render: (done) => <ZoneFilter filters={filters} filter={filter} done={done} />,
    },
  ];
}

const zoneFilter = lazyPart(() => import('./zone-filter.tsx'));

const typedDays = lazyPart(() => import('#web/ui/filters/days-filter.tsx'));

/** Fetched as it is opened, since reading what a person types takes as much as a list. */
function DaysFilter(props: DaysFilterProps) {
  const Shown = typedDays.useNeeded()?.DaysFilter;
  return Shown && <Shown {...props} />;
}

/** Fetched as it is opened. */
function ZoneFilter(props: ZoneFilterProps) {
  const Shown = zoneFilter.useNeeded()?.ZoneFilter;
  return Shown && <Shown {...props} />;
}
