import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { vehicleTypes } from '#contract/booking-fields.ts';
import type { bookingNarrowing } from '#contract/booking-filters.ts';
import { headquarters } from '#contract/places.ts';
import { listUsers } from '#contract/users.ts';
import { call } from '#web/api/call.ts';
import { useCurrentUser, useDispatch, useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { naira } from '#web/format/money.ts';
import { amountsInWords } from '#web/lists/filter-words.ts';
import type { KnownFilters } from '#web/lists/filters.ts';
import {
  daysFilter,
  type FilterSteps,
  shownFilters,
  usePlaceFilters,
} from '#web/lists/place-and-day-filters.tsx';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { RangeFilter } from '#web/ui/filters/range-filter.tsx';
import { SearchFilter } from '#web/ui/filters/search-filter.tsx';
import { loadCatalogue } from './catalogue.ts';
import { findOffences } from './form/offence-search.ts';
import { useCatalogue } from './form/use-catalogue.ts';
import { useBookings } from './slice.ts';

const withdrawnChoices = [
  { value: 'true', label: 'Withdrawn' },
  { value: 'false', label: 'Not withdrawn' },
];

/** What the user booked; short, for it stands on a chip. */
const mine = 'Mine';

type BookingNarrowing = typeof bookingNarrowing;
type BookingSteps = FilterSteps<BookingNarrowing>;

/** The filters that are set on a booking list, and those that the user may set. */
export function useBookingFilters(
  steps: BookingSteps,
  known: KnownFilters<BookingNarrowing>,
): Filter[] {
  const { filters, filter } = steps;
  const { offence, vehicleType, min, max, withdrawn, bookedBy } = filters;
  const officer = useOfficerName(bookedBy);
  const offenceName = useOffenceName(offence);
  const choosesOfficer = useMay('see personnel');
  const choosesWithdrawn = useMay('see paid bookings') && 'withdrawn' in known.narrowing;
  return shownFilters([
    daysFilter(steps, known.moments),
    ...usePlaceFilters(steps),
    {
      key: 'offence',
      label: 'Offence',
      value: offenceName,
      onRemove: () => filter({ offence: undefined }),
      render: (done) => <OffenceFilter filters={filters} filter={filter} done={done} />,
    },
    {
      key: 'vehicleType',
      label: 'Vehicle type',
      value: vehicleType ?? null,
      onRemove: () => filter({ vehicleType: undefined }),
      render: (done) => (
        <ChoiceFilter
          label="Vehicle type"
          choices={vehicleTypes.map((value) => ({ value, label: value }))}
          value={vehicleType}
          onChoose={(chosen) => {
            filter({ vehicleType: vehicleTypes.find((type) => type === chosen) });
            done();
          }}
        />
      ),
    },
    {
      key: 'withdrawn',
      label: 'Withdrawn',
      value: withdrawnChoices.find(({ value }) => value === String(withdrawn))?.label ?? null,
      offered: choosesWithdrawn,
      onRemove: () => filter({ withdrawn: undefined }),
      render: (done) => (
        <ChoiceFilter
          label="Withdrawn"
          choices={withdrawnChoices}
          value={withdrawn === undefined ? undefined : String(withdrawn)}
          onChoose={(chosen) => {
            filter({ withdrawn: chosen === 'true' });
            done();
          }}
        />
      ),
    },
    {
      key: 'bookedBy',
      label: 'Officer',
      value: officer,
      offered: choosesOfficer,
      onRemove: () => filter({ bookedBy: undefined }),
      render: (done) => <OfficerFilter filters={filters} filter={filter} done={done} />,
    },
    {
      key: 'amount',
      label: 'Amount',
      value: amountsInWords(filters),
      onRemove: () => filter({ min: undefined, max: undefined }),
      render: (done) => (
        <RangeFilter
          key={[min, max].join()}
          unit="₦"
          min={min}
          max={max}
          apply="Show these amounts"
          onRange={(low, high) => {
            filter({ min: low, max: high });
            done();
          }}
        />
      ),
    },
  ]);
}

/** `Mine`, or the name of an officer, taken from a row of this list; null without an id. */
function useOfficerName(id: string | undefined): string | null {
  const user = useCurrentUser();
  const made = useBookings(({ booking }) => booking.all.find((one) => one.createdBy.id === id));
  if (id === undefined) return null;
  return id === user?.id ? mine : (made?.createdBy.name ?? 'One officer');
}

/** As many colleagues as the filter shows at once; a name finds the others. */
const officersShown = 20;
/** Milliseconds after the last key before colleagues are searched. */
const findAfter = 300;

/** Oneself first, then colleagues in scope by name. */
function OfficerFilter({ filters, filter, done }: BookingSteps & { done: () => void }) {
  const user = useCurrentUser();
  const books = useMay('book');
  const [name, setName] = useState('');
  const findLater = useDebouncedCallback(setName, findAfter);
  const { organisation } = filters;
  const { data, failure, reload } = useLoaded(`officers ${organisation} ${name}`, (signal) => {
    const query = { _searchfirstName: name || undefined, organisation, limit: officersShown };
    return call(listUsers, { query: { ...query, sort: 'name' }, signal });
  });
  const colleagues = (data?.data ?? []).map((one) => ({
    value: one.id,
    label: `${one.firstName} ${one.lastName}`,
    detail: `${one.role}, ${one.zone ?? headquarters}`,
  }));
  const self = user && books && name === '' ? [{ value: user.id, label: mine }] : [];
  const others = colleagues.filter(({ value }) => value !== self[0]?.value);
  return (
    <SearchFilter
      label="Officer"
      find={() => [...self, ...others]}
      onQuery={findLater}
      value={filters.bookedBy}
      onChoose={(bookedBy) => {
        filter({ bookedBy });
        done();
      }}
      loading={data === null && failure === null ? 'Loading the officers' : undefined}
      problem={data === null ? failure : null}
      onRetry={reload}
    />
  );
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
    loadCatalogue(dispatch, null, over.signal).catch(() => undefined);
    return () => over.abort();
  }, [dispatch, missing]);
  if (id === undefined) return null;
  const name = catalogue?.offences.find((offence) => offence.id === id)?.name;
  return name === undefined ? id : `${id} ${name}`;
}

/** Searches the catalogue by word or id. */
function OffenceFilter({ filters, filter, done }: BookingSteps & { done: () => void }) {
  const { offences, loading, problem, retry } = useCatalogue();
  return (
    <SearchFilter
      label="Offence"
      find={(query) =>
        findOffences(offences, query, null).map(({ id, name, amount }) => ({
          value: id,
          label: name,
          detail: `${id}, ${naira(amount)}`,
        }))
      }
      value={filters.offence}
      onChoose={(offence) => {
        filter({ offence });
        done();
      }}
      loading={loading ? 'Loading the offences' : undefined}
      problem={problem}
      onRetry={retry}
    />
  );
}
