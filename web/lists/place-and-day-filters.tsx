import type { BookingMoment } from '#contract/booking-filters.ts';
import { organisationSchema } from '#contract/places.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { usePlaces } from '#web/records/places.ts';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import { DaysFilter } from '#web/ui/filters/days-filter.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { SearchFilter } from '#web/ui/filters/search-filter.tsx';
import type { ListFilters } from './filters.ts';
import { daysControl, daysInWords, findTexts, noDays, organisationsOf, zonesOf } from './words.ts';

/** What narrows a list, and the way to change it. */
export interface FilterSteps {
  filters: ListFilters;
  filter: (changes: ListFilters) => void;
}

type Place = Pick<ListFilters, 'organisation' | 'zone'>;

interface PlaceSteps {
  filters: Place;
  filter: (changes: Place) => void;
}

/** A filter; `offered` false shows it only while the address sets it. */
export type OfferedFilter = Filter & { offered?: boolean };

/** What is offered, and what is set though it isn't. */
export const shownFilters = (filters: readonly OfferedFilter[]): Filter[] =>
  filters.filter(({ offered = true, value }) => offered || value !== null);

/** The days of a list, of these `moments`. */
export function daysFilter(steps: FilterSteps, moments: readonly BookingMoment[]): Filter {
  const { period, from, to } = steps.filters;
  return {
    key: 'days',
    label: 'Date',
    value: daysInWords(steps.filters),
    onRemove: () => steps.filter(noDays),
    render: (done) => (
      <DaysFilter key={[period, from, to].join()} {...daysControl(steps, done, moments)} />
    ),
  };
}

/** Organisation and zone, for those who have a choice. */
export function usePlaceFilters({ filters, filter }: PlaceSteps): OfferedFilter[] {
  const user = useCurrentUser();
  const { organisation, zone } = filters;
  const organisations = user ? organisationsOf(user) : [];
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

/** The areas of the user's organisation; of all, while none is chosen. */
function ZoneFilter({ filters, filter, done }: PlaceSteps & { done: () => void }) {
  const user = useCurrentUser();
  const { places, loading, problem, retry } = usePlaces();
  const zones = user ? zonesOf(places, user, filters) : [];
  return (
    <SearchFilter
      label="Zone"
      find={(query) => findTexts(zones, query).map((value) => ({ value, label: value }))}
      value={filters.zone}
      onChoose={(zone) => {
        filter({ zone });
        done();
      }}
      loading={loading ? 'Loading the zones' : undefined}
      problem={problem}
      onRetry={retry}
    />
  );
}
