import { vehicleTypes } from '#contract/booking-fields.ts';
import type { BookingSort } from '#contract/booking-filters.ts';
import type { ListSteps } from '#web/lists/address.ts';
import { amountsInWords } from '#web/lists/words.ts';
import { shownFilters, usePlaceAndDayFilters } from '#web/lists/place-and-day-filters.tsx';
import { useMay } from '#web/api/store-hooks.ts';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { RangeFilter } from '#web/ui/filters/range-filter.tsx';
import { useCatalogue } from './form/use-catalogue.ts';
import type { BookingListView } from './booking-list-view.ts';
import { OffenceFilter } from './offence-filter.tsx';
import { useBookings } from './slice.ts';
import { useOffenceName } from './use-offence-name.ts';

const withdrawnChoices = ['true', 'false'] as const;
const withdrawnWords = { true: 'Withdrawn', false: 'Not withdrawn' } as const;

/** The filters of a booking list: those that are set, and those that the user may set. */
export function useBookingFilters(
  { grammar: { moments = [], filters: known } }: BookingListView,
  steps: ListSteps<BookingSort>,
): Filter[] {
  const { filters } = steps.address;
  const { offence, vehicleType, min, max, withdrawn, bookedBy } = filters;
  const officer = useOfficerName(bookedBy);
  const offenceName = useOffenceName(offence);
  const seesWithdrawn = useMay('see paid bookings') && known.includes('withdrawn');
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
    ...(seesWithdrawn
      ? [
          {
            key: 'withdrawn',
            label: 'State',
            value: withdrawn === undefined ? null : withdrawnWords[withdrawn],
            onRemove: () => steps.filter({ withdrawn: undefined }),
            render: (done: () => void) => (
              <ChoiceFilter
                label="State"
                choices={withdrawnChoices.map((value) => ({
                  value,
                  label: withdrawnWords[value],
                }))}
                value={withdrawn}
                onChoose={(chosen) => {
                  steps.filter({ withdrawn: withdrawnChoices.find((value) => value === chosen) });
                  done();
                }}
              />
            ),
          },
        ]
      : []),
    {
      key: 'bookedBy',
      label: 'Booked by',
      value: officer,
      // A figure of one officer leads here; nobody chooses among hundreds of names.
      offered: false,
      onRemove: () => steps.filter({ bookedBy: undefined }),
      render: () => <p>{officer}</p>,
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

/** Who made the bookings of this list, as their rows name them; null for everybody. */
function useOfficerName(id: string | undefined): string | null {
  const made = useBookings(({ booking }) => booking.all.find((one) => one.createdBy.id === id));
  return id === undefined ? null : (made?.createdBy.name ?? 'One officer');
}
