import { useState } from 'react';
import { listFees } from '#contract/fees.ts';
import { placeFilters } from '#contract/list-filters.ts';
import { organisationNames, organisationOfState } from '#contract/places.ts';
import { dataOf } from '#web/api/call.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { plainGrammar, useListAddress } from '#web/lists/list-address.ts';
import { LocalList } from '#web/lists/local-list.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { IconBuildingCommunity } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { HeadSelect } from '#web/ui/shell/head-select.tsx';
import { FeeCard, feeColumns } from './fee-columns.tsx';
import { FeeDialog } from './fee-dialog.tsx';
import { offenceMatches } from './fee-rules.ts';

const feeList = lazyPart(() => import('./fee-list-dialog.tsx'));

const grammar = plainGrammar({ organisation: placeFilters.organisation });

/** The price of every offence today, and the days from which it costs something else. */
export default function FeesPage() {
  const user = useCurrentUser();
  return user && <Fees user={user} />;
}

function Fees({ user: { state, zone } }: { user: SignedInUser }) {
  const [listing, setListing] = useState(false);
  const listForm = feeList.use(listing);
  const steps = useListAddress(grammar);
  const { open, filters } = steps.address;
  const organisation =
    state === null ? (filters.organisation ?? organisationNames[0]) : organisationOfState(state);
  const answer = useLoaded(organisation, (signal) =>
    dataOf(listFees, { query: { organisation }, signal }),
  );

  return (
    <>
      <LocalList
        title="Fees"
        actions={
          <>
            {zone === null && <Button onClick={() => setListing(true)}>Fees of a gazette</Button>}
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
        steps={steps}
        answer={answer}
        matches={offenceMatches}
        nouns={['offence', 'offences']}
        searched="name, id, payment code"
        columns={feeColumns(steps.open)}
        rowKey={({ offence }) => offence.id}
        renderCard={(row) => <FeeCard row={row} onOpen={() => steps.open(row.offence.id)} />}
        onOpen={({ offence }) => steps.open(offence.id)}
      />
      {listing && listForm && (
        <listForm.FeeListDialog
          organisation={organisation}
          onClose={() => setListing(false)}
          onProposed={answer.reload}
        />
      )}
      {open !== '' && (
        <FeeDialog
          key={open}
          organisation={organisation}
          id={open}
          priced={answer.data ?? []}
          onClose={steps.close}
          onSet={answer.reload}
        />
      )}
    </>
  );
}
