import { IconTicketOff } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { listWithdrawals, type Withdrawals } from '#contract/statistics.ts';
import { placeAndDays } from '#contract/list-filters.ts';
import { call } from '#web/api/call.ts';
import { serverThunk } from '#web/api/server-thunk.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { sentFilters, type ListFilters } from '#web/lists/filters.ts';
import { plainGrammar, useListAddress } from '#web/lists/list-address.ts';
import { useListScroll } from '#web/lists/scroll.ts';
import { count } from '#web/format/money.ts';
import { daysFilter, shownFilters, usePlaceFilters } from '#web/lists/place-and-day-filters.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { DataList } from '#web/ui/table/data-list.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { FilterBar, useOnPhone } from '#web/ui/filters/filter-bar.tsx';
import { FilterSheet } from '#web/ui/filters/filter-sheet.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { Strip } from '#web/ui/feedback/strip.tsx';
import { rateOf, rowsAddress, withdrawalColumns } from './withdrawal-columns.tsx';
import css from './withdrawals.module.css';

const title = 'Withdrawals by Officer';
const grammar = plainGrammar(placeAndDays);

const loadWithdrawals = serverThunk('withdrawal/list', async (filters: ListFilters, { signal }) => {
  const query = sentFilters(filters);
  return (await call(listWithdrawals, { query, signal })).data;
});

/** How many of their bookings officers had withdrawn, for state admins. */
export default function WithdrawalsPage() {
  const steps = useListAddress(grammar);
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const set = { filters: steps.address.filters, filter: steps.filter };
  const question = JSON.stringify(set.filters);
  const { data, failure, reload } = useLoaded(question, () =>
    dispatch(loadWithdrawals(set.filters)),
  );
  const filters = shownFilters([daysFilter(set, []), ...usePlaceFilters(set)]);
  const onPhone = useOnPhone();
  useListScroll(data !== null);
  const rows = data ?? [];
  const officers = `${count(rows.length)} ${rows.length === 1 ? 'officer' : 'officers'}`;
  const choice = { filters, onClear: steps.clear };
  const open = (row: Withdrawals) => void navigate(rowsAddress(row, steps.address.filters));

  return (
    <>
      <PageHead
        title={title}
        detail="Of the bookings that were made in these days, those that were withdrawn since."
      />
      <Card label={`${title} list`} bareOnPhone>
        <div className={css['bar']}>
          <FilterBar {...choice} />
          {onPhone && <FilterSheet {...choice} done={data ? `Show ${officers}` : 'Show'} />}
          <b className={css['total']} role="status">
            {data && officers}
          </b>
        </div>
        {failure !== null && data !== null && (
          <Strip kind="bad" action={{ label: 'Try again', onChoose: reload }} flush>
            <b>{failure}</b> The rows below are from before.
          </Strip>
        )}
        <DataList
          label={title}
          columns={withdrawalColumns(steps.address.filters)}
          rows={rows}
          rowKey={({ officer }) => officer.id}
          renderCard={(row) => (
            <ListCard
              name={row.officer.name}
              detail={`${count(row.withdrawn)} of ${count(row.issued)} withdrawn`}
              mark={<b>{rateOf(row)}</b>}
              reference={row.officer.role}
              onOpen={row.withdrawn > 0 ? () => open(row) : undefined}
              openName={`what was withdrawn of ${row.officer.name}`}
            />
          )}
          loading={data === null && failure === null}
          empty={
            failure === null ? (
              <EmptyState icon={<IconTicketOff size={30} stroke={1.5} />} heading="No items found">
                Nobody made a booking in these days.
              </EmptyState>
            ) : (
              <ListFailure message={failure} onRetry={reload} />
            )
          }
          question={question}
        />
      </Card>
    </>
  );
}
