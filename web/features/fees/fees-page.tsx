import { IconBuildingCommunity, IconListSearch } from '@tabler/icons-react';
import { placeFilters } from '#contract/list-filters.ts';
import { organisationNames, organisationOfState } from '#contract/places.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { totalPages } from '#web/api/area.ts';
import { plainGrammar, useListAddress } from '#web/lists/list-address.ts';
import { useListScroll } from '#web/lists/scroll.ts';
import { count } from '#web/format/money.ts';
import { useCurrentUser, useDispatch } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { useSearchBox } from '#web/lists/use-search-box.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { HeadSelect } from '#web/ui/shell/head-select.tsx';
import { ListScreen } from '#web/ui/table/list-screen.tsx';
import { NoMatch } from '#web/ui/table/no-match.tsx';
import { listFees } from './fee-calls.ts';
import { FeeCard } from './fee-card.tsx';
import { feeColumns } from './fee-columns.tsx';
import { FeeDialog } from './fee-dialog.tsx';
import { foundIn } from './fee-rules.ts';

const grammar = plainGrammar({ organisation: placeFilters.organisation });

/** What every offence costs today, and from which day it costs something else. */
export default function FeesPage() {
  const user = useCurrentUser();
  return user && <Fees user={user} />;
}

function Fees({ user: { state } }: { user: SignedInUser }) {
  const steps = useListAddress(grammar);
  const box = useSearchBox(steps);
  const dispatch = useDispatch();
  const { search, page, limit, open, filters } = steps.address;
  const organisation =
    state === null ? (filters.organisation ?? organisationNames[0]) : organisationOfState(state);
  const { data, failure, reload } = useLoaded(organisation, () => dispatch(listFees(organisation)));
  useListScroll(data !== null);
  const found = foundIn(data ?? [], search);
  const pages = totalPages(found.length, limit);
  const shown = Math.min(page, pages);

  return (
    <>
      <ListScreen
        title="Fees"
        actions={
          state === null && (
            <HeadSelect
              label="Organisation"
              icon={<IconBuildingCommunity size={18} stroke={1.8} aria-hidden />}
              value={organisation}
              options={organisationNames.map((value) => ({ value }))}
              onChange={(chosen) => steps.filter({ organisation: chosen })}
            />
          )
        }
        search={{ text: box.text, onType: box.type, placeholder: 'Search name, id, payment code' }}
        count={`${count(found.length)} ${found.length === 1 ? 'offence' : 'offences'}`}
        columns={feeColumns(steps.open)}
        rows={found.slice((shown - 1) * limit, shown * limit)}
        rowKey={({ offence }) => offence.id}
        renderCard={(row) => <FeeCard row={row} onOpen={() => steps.open(row.offence.id)} />}
        onOpen={({ offence }) => steps.open(offence.id)}
        loaded={data !== null}
        loading={data === null && failure === null}
        failure={failure}
        onReload={reload}
        empty={
          search === '' ? (
            <EmptyState icon={<IconListSearch size={30} stroke={1.5} />} heading="No items found" />
          ) : (
            <NoMatch heading="No items found" search={search} filters={0} onClear={box.clear} />
          )
        }
        question={JSON.stringify([organisation, search, page, limit])}
        pager={{ page: shown, pages, onPage: steps.turnTo, limit, onLimit: steps.resize }}
      />
      {open !== '' && (
        <FeeDialog
          key={open}
          organisation={organisation}
          id={open}
          name={data?.find(({ offence }) => offence.id === open)?.offence.name ?? ''}
          onClose={steps.close}
          onSet={reload}
        />
      )}
    </>
  );
}
