import type { CollisionSort } from '#contract/collisions.ts';
import { organisationSchema } from '#contract/places.ts';
import type { ListSteps } from '#web/lib/list-address.ts';
import {
  daysControl,
  daysInWords,
  findTexts,
  noDays,
  organisationsOf,
  zonesOf,
} from '#web/lib/list-words.ts';
import { useCurrentUser } from '#web/lib/store-hooks.ts';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import { DaysFilter } from '#web/ui/filters/days-filter.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { SearchFilter } from '#web/ui/filters/search-filter.tsx';
import { usePlaces } from './form/use-places.ts';

/** The filters of the accidents: those that are set, and those that the user may set. */
export function useCollisionFilters(steps: ListSteps<CollisionSort>): Filter[] {
  const user = useCurrentUser();
  const { filters } = steps.address;
  const { period, from, to, organisation, zone } = filters;
  const organisations = user ? organisationsOf(user) : [];
  const all: (Filter & { offered?: boolean })[] = [
    {
      key: 'days',
      label: 'Date',
      value: daysInWords(filters),
      onRemove: () => steps.filter(noDays),
      render: (done) => (
        <DaysFilter key={[period, from, to].join()} {...daysControl(steps, done, [])} />
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
  ];
  return all.filter(({ offered = true, value }) => offered || value !== null);
}

function ZoneFilter({ steps, done }: { steps: ListSteps<CollisionSort>; done: () => void }) {
  const user = useCurrentUser();
  const { data, failure, reload } = usePlaces();
  const { filters } = steps.address;
  const zones = user ? zonesOf(data ?? [], user, filters) : [];
  return (
    <SearchFilter
      label="Zone"
      find={(query) => findTexts(zones, query).map((value) => ({ value, label: value }))}
      value={filters.zone}
      onChoose={(zone) => {
        steps.filter({ zone });
        done();
      }}
      loading={data === null && failure === null ? 'Loading the zones' : undefined}
      problem={data === null ? failure : null}
      onRetry={reload}
    />
  );
}
