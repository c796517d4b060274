import { bookingSorts, type BookingSort } from '#contract/booking-filters.ts';
import type { ListSteps } from '#web/lists/address.ts';

const labels: Record<BookingSort, string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  '-price': 'Highest amount first',
  price: 'Lowest amount first',
  registration: 'Vehicle registration, A to Z',
  '-registration': 'Vehicle registration, Z to A',
  zone: 'Zone, A to Z',
  '-zone': 'Zone, Z to A',
  name: 'Driver name, A to Z',
  '-name': 'Driver name, Z to A',
};

/** How a booking list is sorted, as a choice. */
export function bookingSortChoice({ address, sortBy }: ListSteps<BookingSort>) {
  return {
    value: address.sort,
    options: bookingSorts.map((value) => ({ value, label: labels[value] })),
    onChange: (value: string) => {
      const sort = bookingSorts.find((known) => known === value);
      if (sort) sortBy(sort);
    },
  };
}
