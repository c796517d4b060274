import type { BookingMoment } from '#contract/booking-filters.ts';
import { organisationSchema, type Place } from '#contract/places.ts';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import { DaysFilter } from '#web/ui/filters/days-filter.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { SearchFilter } from '#web/ui/filters/search-filter.tsx';
import type { ListSteps } from './address.ts';
import { daysControl, daysInWords, findTexts, noDays, organisationsOf, zonesOf } from './words.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';

type FilterSteps = Pick<ListSteps, 'address' | 'filter'>;

/** The states with their areas, on their way or not. */
export interface FilterPlaces {
  places: readonly Place[];
  loading: boolean;
  /** Why they did not come. */
  problem: string | null;
  retry: () => void;
}

/** A filter; `offered` false shows it only while the address sets it. */
export type OfferedFilter = Filter & { offered?: boolean };

/** What is offered, and what is set though it isn't. */
export const shownFilters = (filters: readonly OfferedFilter[]): Filter[] =>
  filters.filter(({ offered = true, value }) => offered || value !== null);

/**
 * The filters that every list of records has: days (of these `moments`), organisation and zone, the
 * last two for those who have a choice.
 */
export function usePlaceAndDayFilters(
  steps: FilterSteps,
  moments: readonly BookingMoment[],
  usePlaces: () => FilterPlaces,
): OfferedFilter[] {
  const user = useCurrentUser();
  const { filters } = steps.address;
  const { period, from, to, organisation, zone } = filters;
  const organisations = user ? organisationsOf(user) : [];
  return [
    {
      key: 'days',
      label: 'Date',
      value: daysInWords(filters),
      onRemove: () => steps.filter(noDays),
      render: (done) => (
        <DaysFilter key={[period, from, to].join()} {...daysControl(steps, done, moments)} />
      ),
    },
    {
      key: 'organisation',
      label: 'Organisation',
      value: organisation ?? null,
      offered: organisations.length > 0,
      onRemove: () => steps.filter({ organisation: undefined, zone: undefined }),
      render: (done) => (
        <ChoiceFilter
          label="Organisation"
          choices={organisations.map((value) => ({ value, label: value }))}
          value={organisation}
          onChoose={(chosen) => {
            const next = organisationSchema.safeParse(chosen).data;
            steps.filter({ organisation: next, zone: undefined });
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
      onRemove: () => steps.filter({ zone: undefined }),
      render: (done) => <ZoneFilter steps={steps} done={done} usePlaces={usePlaces} />,
    },
  ];
}

interface ZoneFilterProps {
  steps: FilterSteps;
  done: () => void;
  usePlaces: () => FilterPlaces;
}

/** The areas of the user's organisation; of all, while none is chosen. */
function ZoneFilter({ steps, done, usePlaces }: ZoneFilterProps) {
  const user = useCurrentUser();
  const { places, loading, problem, retry } = usePlaces();
  const { filters } = steps.address;
  const zones = user ? zonesOf(places, user, filters) : [];
  return (
    <SearchFilter
      label="Zone"
      find={(query) => findTexts(zones, query).map((value) => ({ value, label: value }))}
      value={filters.zone}
      onChoose={(zone) => {
        steps.filter({ zone });
        done();
      }}
      loading={loading ? 'Loading the zones' : undefined}
      problem={problem}
      onRetry={retry}
    />
  );
}
