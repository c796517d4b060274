import { vehicleTypes } from '#contract/booking-fields.ts';
import type { BookingSort } from '#contract/booking-filters.ts';
import { organisationSchema } from '#contract/places.ts';
import type { ListSteps } from '#web/lib/list-address.ts';
import {
  amountsInWords,
  daysControl,
  daysInWords,
  noDays,
  organisationsOf,
} from '#web/lib/list-words.ts';
import { useCurrentUser } from '#web/lib/store-hooks.ts';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import { DaysFilter } from '#web/ui/filters/days-filter.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { RangeFilter } from '#web/ui/filters/range-filter.tsx';
import type { BookingListView } from './booking-list-view.ts';
import { OffenceFilter, ZoneFilter } from './catalogue-filters.tsx';
import { useOffenceName } from './use-offence-name.ts';

/** The filters of a booking list: those that are set, and those that the user may set. */
export function useBookingFilters(
  { grammar: { moments = [] } }: BookingListView,
  steps: ListSteps<BookingSort>,
): Filter[] {
  const user = useCurrentUser();
  const { filters } = steps.address;
  const { period, from, to, organisation, zone, offence, vehicleType, min, max } = filters;
  const offenceName = useOffenceName(offence);
  const organisations = user ? organisationsOf(user) : [];

  const all: (Filter & { offered?: boolean })[] = [
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
      render: (done) => <ZoneFilter steps={steps} done={done} />,
    },
    {
      key: 'offence',
      label: 'Offence',
      value: offenceName,
      onRemove: () => steps.filter({ offence: undefined }),
      render: (done) => <OffenceFilter steps={steps} done={done} />,
    },
    {
      key: 'vehicleType',
      label: 'Vehicle type',
      value: vehicleType ?? null,
      onRemove: () => steps.filter({ vehicleType: undefined }),
      render: (done) => (
        <ChoiceFilter
          label="Vehicle type"
          choices={vehicleTypes.map((value) => ({ value, label: value }))}
          value={vehicleType}
          onChoose={(chosen) => {
            steps.filter({ vehicleType: vehicleTypes.find((type) => type === chosen) });
            done();
          }}
        />
      ),
    },
    {
      key: 'amount',
      label: 'Amount',
      value: amountsInWords(filters),
      onRemove: () => steps.filter({ min: undefined, max: undefined }),
      render: (done) => (
        <RangeFilter
          key={[min, max].join()}
          unit="₦"
          min={min}
          max={max}
          apply="Show these amounts"
          onRange={(low, high) => {
            steps.filter({ min: low, max: high });
            done();
          }}
        />
      ),
    },
  ];
  return all.filter(({ offered = true, value }) => offered || value !== null);
}
