import { vehicleTypes } from '#contract/booking-fields.ts';
import { type OwedSpan, owedSpans } from '#contract/owed.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { naira } from '#web/format/money.ts';
import { PersonFilter } from '#web/lists/person-filter.tsx';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import { RangeFilter } from '#web/ui/filters/range-filter.tsx';
import { SearchFilter } from '#web/ui/filters/search-filter.tsx';
import { type Flag, flags, mine } from './booking-words.ts';
import { findOffences } from './form/offence-search.ts';
import { offenceWords } from './form/offence-words.ts';
import { useCatalogue } from './form/use-catalogue.ts';
import type { BookingSteps } from './list/booking-filters.tsx';

export interface OpenedFilterProps extends BookingSteps {
  /** Closes the popover. */
  done: () => void;
  flag?: Flag;
}

export const VehicleTypeFilter = ({ filters, filter, done }: OpenedFilterProps) => (
  <ChoiceFilter
    label="Vehicle type"
    choices={vehicleTypes.map((value) => ({ value, label: value }))}
    value={filters.vehicleType}
    onChoose={(chosen) => {
      filter({ vehicleType: vehicleTypes.find((type) => type === chosen) });
      done();
    }}
  />
);

/** How long the day to pay by is over. */
export const OwedFilter = ({ filters, filter, done }: OpenedFilterProps) => (
  <ChoiceFilter
    label="Due date"
    choices={spans.map((value) => ({ value, label: owedSpans[value] }))}
    value={filters.owed}
    onChoose={(chosen) => {
      filter({ owed: spans.find((span) => span === chosen) });
      done();
    }}
  />
);
const spans = Object.keys(owedSpans) as OwedSpan[];

/** Yes or no to what is so of a booking. */
export function FlagFilter({ flag = 'withdrawn', filters, filter, done }: OpenedFilterProps) {
  const [yes, no] = flags[flag];
  const value = filters[flag];
  return (
    <ChoiceFilter
      label={yes}
      choices={[
        { value: 'true', label: yes },
        { value: 'false', label: no },
      ]}
      value={value === undefined ? undefined : String(value)}
      onChoose={(chosen) => {
        filter({ [flag]: chosen === 'true' });
        done();
      }}
    />
  );
}

/** Oneself first, then colleagues in scope by name. */
export function OfficerFilter({ filters, filter, done }: OpenedFilterProps) {
  return (
    <PersonFilter
      label="Officer"
      organisation={filters.organisation}
      own={useMay('book') ? mine : undefined}
      value={filters.bookedBy}
      onChoose={(bookedBy) => {
        filter({ bookedBy });
        done();
      }}
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
