import { useEffect } from 'react';
import type { bookingNarrowing } from '#contract/booking-filters.ts';
import { owedSpans } from '#contract/owed.ts';
import { useCurrentUser, useDispatch, useMay } from '#web/api/store-hooks.ts';
import { amountsInWords } from '#web/lists/filter-words.ts';
import type { KnownFilters } from '#web/lists/list-address.ts';
import {
  daysFilter,
  type FilterSteps,
  shownFilters,
  usePlaceFilters,
} from '#web/lists/place-and-day-filters.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { type Flag, flags, mine } from '../booking-words.ts';
import type * as Opened from '../opened-filters.tsx';
import { useBookings } from '../slice.ts';

type BookingNarrowing = typeof bookingNarrowing;
export type BookingSteps = FilterSteps<BookingNarrowing>;

/** The filters that are set on a booking list, and those that the user may set. */
export function useBookingFilters(
  steps: BookingSteps,
  known: KnownFilters<BookingNarrowing>,
): Filter[] {
  const { filters, filter } = steps;
  const { offence, vehicleType, bookedBy, owed } = filters;
  const officer = useOfficerName(bookedBy);
  const offenceName = useOffenceName(offence);
  const choosesOfficer = useMay('see personnel');
  return shownFilters([
    daysFilter(steps, known.moments),
    ...usePlaceFilters(steps),
    {
      key: 'offence',
      label: 'Offence',
      value: offenceName,
      onRemove: () => filter({ offence: undefined }),
      render: (done) => (
        <OpenedFilter of="OffenceFilter" filters={filters} filter={filter} done={done} />
      ),
    },
    {
      key: 'vehicleType',
      label: 'Vehicle type',
      value: vehicleType ?? null,
      onRemove: () => filter({ vehicleType: undefined }),
      render: (done) => (
        <OpenedFilter of="VehicleTypeFilter" filters={filters} filter={filter} done={done} />
      ),
    },
    ...flagFilters(steps, known),
    ...('owed' in known.narrowing
      ? [
          {
            key: 'owed',
            label: 'Due date',
            value: owed === undefined ? null : owedSpans[owed],
            onRemove: () => filter({ owed: undefined }),
            render: (done: () => void) => (
              <OpenedFilter of="OwedFilter" filters={filters} filter={filter} done={done} />
            ),
          },
        ]
      : []),
    {
      key: 'bookedBy',
      label: 'Officer',
      value: officer,
      offered: choosesOfficer,
      onRemove: () => filter({ bookedBy: undefined }),
      render: (done) => (
        <OpenedFilter of="OfficerFilter" filters={filters} filter={filter} done={done} />
      ),
    },
    {
      key: 'amount',
      label: 'Amount',
      value: amountsInWords(filters),
      onRemove: () => filter({ min: undefined, max: undefined }),
      render: (done) => (
        <OpenedFilter of="AmountFilter" filters={filters} filter={filter} done={done} />
      ),
    },
  ]);
}

/** What is so or not so of a booking, where its list leaves that open. */
const flagFilters = (
  { filters, filter }: BookingSteps,
  { narrowing }: KnownFilters<BookingNarrowing>,
): Filter[] =>
  (Object.keys(flags) as Flag[])
    .filter((key) => key in narrowing)
    .map((key) => {
      const [yes, no] = flags[key];
      const value = filters[key];
      return {
        key,
        label: yes,
        value: value === undefined ? null : value ? yes : no,
        onRemove: () => filter({ [key]: undefined }),
        render: (done) => (
          <OpenedFilter of="FlagFilter" flag={key} filters={filters} filter={filter} done={done} />
        ),
      };
    });

/** `Mine`, or the name of an officer, taken from a row of this list; null without an id. */
function useOfficerName(id: string | undefined): string | null {
  const user = useCurrentUser();
  const made = useBookings(({ booking }) => booking.all.find((one) => one.createdBy.id === id));
  if (id === undefined) return null;
  return id === user?.id ? mine : (made?.createdBy.name ?? 'Selected officer');
}

/** Such as `LGC-16 Seat belt`; the id alone until the catalogue is loaded. */
function useOffenceName(id: string | undefined): string | null {
  const dispatch = useDispatch();
  const catalogue = useBookings((state) => state.booking.catalogue);
  const missing = id !== undefined && catalogue === null;
  useEffect(() => {
    if (!missing) return undefined;
    const over = new AbortController();
    // Without the catalogue the filter shows the offence's id.
    import('../form/catalogue.ts')
      .then(({ loadCatalogue }) => loadCatalogue(dispatch, null, over.signal))
      .catch(() => undefined);
    return () => over.abort();
  }, [dispatch, missing]);
  if (id === undefined) return null;
  const name = catalogue?.offences.find((offence) => offence.id === id)?.name;
  return name === undefined ? id : `${id} ${name}`;
}

const openedFilters = lazyPart(() => import('../opened-filters.tsx'));

/** The control of a filter, fetched as it is opened. */
function OpenedFilter({ of, ...props }: Opened.OpenedFilterProps & { of: keyof typeof Opened }) {
  const Shown = openedFilters.useNeeded()?.[of];
  return Shown && <Shown {...props} />;
}
