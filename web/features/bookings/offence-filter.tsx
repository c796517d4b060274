import type { BookingSort } from '#contract/booking-filters.ts';
import type { ListSteps } from '#web/lists/address.ts';
import { naira } from '#web/format/money.ts';
import { SearchFilter } from '#web/ui/filters/search-filter.tsx';
import { findOffences } from './form/offence-search.ts';
import { useCatalogue } from './form/use-catalogue.ts';

interface OffenceFilterProps {
  steps: ListSteps<BookingSort>;
  done: () => void;
}

/** The catalogue, by word or id. */
export function OffenceFilter({ steps, done }: OffenceFilterProps) {
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
      value={steps.address.filters.offence}
      onChoose={(offence) => {
        steps.filter({ offence });
        done();
      }}
      loading={loading ? 'Loading the offences' : undefined}
      problem={problem}
      onRetry={retry}
    />
  );
}
