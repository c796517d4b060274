import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { headquarters } from '#contract/places.ts';
import { listUsers } from '#contract/users.ts';
import { call } from '#web/api/call.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { naira } from '#web/format/money.ts';
import { RangeFilter } from '#web/ui/filters/range-filter.tsx';
import { SearchFilter } from '#web/ui/filters/search-filter.tsx';
import type { BookingSteps } from './booking-filters.tsx';
import { mine } from './booking-words.ts';
import { findOffences } from './form/offence-search.ts';
import { offenceWords } from './form/offence-words.ts';
import { useCatalogue } from './form/use-catalogue.ts';

export interface OpenedFilterProps extends BookingSteps {
  /** Closes the popover. */
  done: () => void;
}

/** As many colleagues as the filter shows at once; a name finds the others. */
const officersShown = 20;
/** Milliseconds after the last key before colleagues are searched. */
const findAfter = 300;

/** Oneself first, then colleagues in scope by name. */
export function OfficerFilter({ filters, filter, done }: OpenedFilterProps) {
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

/** Searches the catalogue by word or id. */
export function OffenceFilter({ filters, filter, done }: OpenedFilterProps) {
  const { offences, loading, problem, retry } = useCatalogue();
  return (
    <SearchFilter
      label="Offence"
      find={(query) =>
        findOffences(offences, query, null, offenceWords).map(({ id, name, amount }) => ({
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

export function AmountFilter({ filters: { min, max }, filter, done }: OpenedFilterProps) {
  return (
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
  );
}
