import { vehicleTypes } from '#contract/booking-fields.ts';
import type { BookingSort } from '#contract/booking-filters.ts';
import type { ListSteps } from '#web/lib/list-address.ts';
import { amountsInWords } from '#web/lib/list-words.ts';
import { shownFilters, usePlaceAndDayFilters } from '#web/lib/place-and-day-filters.tsx';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { RangeFilter } from '#web/ui/filters/range-filter.tsx';
import { useCatalogue } from './booking-form/use-catalogue.ts';
import type { BookingListView } from './booking-list-view.ts';
import { OffenceFilter } from './offence-filter.tsx';
import { useOffenceName } from './use-offence-name.ts';

/** The filters of a booking list: those that are set, and those that the user may set. */
export function useBookingFilters(
  { grammar: { moments = [] } }: BookingListView,
  steps: ListSteps<BookingSort>,
): Filter[] {
  const { filters } = steps.address;
  const { offence, vehicleType, min, max } = filters;
  const offenceName = useOffenceName(offence);
  return shownFilters([
    ...usePlaceAndDayFilters(steps, moments, useCatalogue),
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
  ]);
}
