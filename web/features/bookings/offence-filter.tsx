import type { BookingSort } from '#contract/booking-filters.ts';
import type { ListSteps } from '#web/lib/list-address.ts';
import { findTexts, zonesOf } from '#web/lib/list-words.ts';
import { naira } from '#web/lib/money.ts';
import { useCurrentUser } from '#web/lib/store-hooks.ts';
import { SearchFilter } from '#web/ui/filters/search-filter.tsx';
import { findOffences } from './booking-form/offence-search.ts';
import { useCatalogue } from './booking-form/use-catalogue.ts';

interface CatalogueFilterProps {
  steps: ListSteps<BookingSort>;
  done: () => void;
}

/** The areas of the user's organisation; of all, while none is chosen. */
export function ZoneFilter({ steps, done }: CatalogueFilterProps) {
  const user = useCurrentUser();
  const { places, loading, problem, retry } = useCatalogue();
  const { filters } = steps.address;
  const zones = user ? zonesOf(places, user, filters) : [];
  return (
    <SearchFilter
      label="Zone"
      find={(query) => findTexts(zones, query).map((value) => ({ value, label: value }))}
      value={filters.zone}
      onChoose={(zone) => {
        steps.filter({ zone });
        done();
      }}
      loading={loading ? 'Loading the zones' : undefined}
      problem={problem}
      onRetry={retry}
    />
  );
}

/** The catalogue, by word or id. */
export function OffenceFilter({ steps, done }: CatalogueFilterProps) {
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
