import { useState } from 'react';
import { z } from 'zod';
import { listFees, type PricedOffence } from '#contract/fees.ts';
import { placeFilters } from '#contract/list-filters.ts';
import { offenceGroups, offenceGroupSchema } from '#contract/offences.ts';
import { organisationNames, organisationOfState } from '#contract/places.ts';
import { dataOf } from '#web/api/call.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import {
  countFilters,
  type ListFilters,
  type ListSteps,
  plainGrammar,
  useListAddress,
} from '#web/lists/list-address.ts';
import { LocalList } from '#web/lists/local-list.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { ReadOnlyNote } from '#web/ui/feedback/read-only-note.tsx';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { IconBuildingCommunity } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { HeadSelect } from '#web/ui/shell/head-select.tsx';
import { FeeCard, feeColumns } from './fee-columns.tsx';
import { FeeDialog } from './fee-dialog.tsx';
import { offenceMatches } from './fee-rules.ts';

const feeList = lazyPart(() => import('./fee-list-dialog.tsx'));

const narrowing = {
  organisation: placeFilters.organisation,
  group: offenceGroupSchema.optional(),
  changes: z.enum(['coming', 'waiting']).optional(),
};
const grammar = plainGrammar(narrowing);

/** The price of every offence today, and the days from which it costs something else. */
export default function FeesPage() {
  const user = useCurrentUser();
  return user && <Fees user={user} />;
}

FeesPage.help =
  'This list has the fees for all offences, now and in the future. Propose a new fee with its first day. Another state admin must confirm the fee before it applies. Earlier bookings keep their price.';

function Fees({ user: { state, zone } }: { user: SignedInUser }) {
  const [listing, setListing] = useState(false);
  const listForm = feeList.use(listing);
  const maySet = useMay('set fees');
  const steps = useListAddress(grammar);
  const { open, filters } = steps.address;
  const organisation =
    state === null ? (filters.organisation ?? organisationNames[0]) : organisationOfState(state);
  const all = useLoaded(organisation, (signal) =>
    dataOf(listFees, { query: { organisation }, signal }),
  );

  const answer = { ...all, data: all.data?.filter((row) => isNarrowed(row, filters)) ?? null };

  return (
    <>
      <LocalList
        title="Fees"
        actions={
          <>
            {maySet && zone === null && (
              <Button onClick={() => setListing(true)}>Fees from a gazette</Button>
            )}
            {state === null && (
              <HeadSelect
                label="Organisation"
                icon={<IconBuildingCommunity size={18} stroke={1.8} aria-hidden />}
                value={organisation}
                options={organisationNames.map((value) => ({ value }))}
                onChange={(chosen) => steps.filter({ organisation: chosen })}
              />
            )}
          </>
        }
        steps={withoutOrganisation(steps)}
        answer={answer}
        filters={feeFilters(filters, steps.filter)}
        matches={offenceMatches}
        nouns={['offence', 'offences']}
        searched="name, id, payment code"
        notice={!maySet && <ReadOnlyNote />}
        columns={feeColumns(steps.open, maySet)}
        rowKey={({ offence }) => offence.id}
        renderCard={(row) => (
          <FeeCard row={row} maySet={maySet} onOpen={() => steps.open(row.offence.id)} />
        )}
        onOpen={({ offence }) => steps.open(offence.id)}
      />
      {listing && listForm && (
        <listForm.FeeListDialog
          organisation={organisation}
          onClose={() => setListing(false)}
          onProposed={all.reload}
        />
      )}
      {open !== '' && (
        <FeeDialog
          key={open}
          organisation={organisation}
          id={open}
          priced={all.data ?? []}
          onClose={steps.close}
          onSet={all.reload}
        />
      )}
    </>
  );
}

type Filters = ListFilters<typeof narrowing>;

/** The organisation is chosen beside the title: it is no filter that is counted or cleared. */
function withoutOrganisation<Sort extends string>(steps: ListSteps<Sort, typeof narrowing>) {
  const { organisation: _chosen, ...filters } = steps.address.filters;
  return {
    ...steps,
    address: { ...steps.address, filters },
    clear: () => {
      if (countFilters(filters) > 0) steps.filter({ group: undefined, changes: undefined });
      steps.search('');
    },
  };
}

function isNarrowed({ offence, next, waiting }: PricedOffence, { group, changes }: Filters) {
  if (group !== undefined && offence.group !== group) return false;
  return changes === undefined || (changes === 'waiting' ? waiting : (next ?? waiting)) !== null;
}

const changeWords = { coming: 'Future', waiting: 'To confirm' } as const;

function feeFilters({ group, changes }: Filters, filter: (set: Filters) => void): Filter[] {
  const groups = Object.entries(offenceGroups).map(([value, label]) => ({ value, label }));
  return [
    {
      key: 'group',
      label: 'Group',
      value: group === undefined ? null : offenceGroups[group],
      onRemove: () => filter({ group: undefined }),
      render: (done) => (
        <ChoiceFilter
          label="Group of offences"
          choices={groups}
          value={group}
          onChoose={(chosen) => {
            filter({ group: offenceGroupSchema.parse(chosen) });
            done();
          }}
        />
      ),
    },
    {
      key: 'changes',
      label: 'Changes',
      value: changes === undefined ? null : changeWords[changes],
      onRemove: () => filter({ changes: undefined }),
      render: (done) => (
        <ChoiceFilter
          label="Changes"
          choices={Object.entries(changeWords).map(([value, label]) => ({ value, label }))}
          value={changes}
          onChoose={(chosen) => {
            filter({ changes: narrowing.changes.parse(chosen) });
            done();
          }}
        />
      ),
    },
  ];
}
