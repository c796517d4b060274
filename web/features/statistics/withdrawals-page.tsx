import { useNavigate } from 'react-router';
import { yearBefore } from '#contract/day-range.ts';
import { placeAndDays } from '#contract/list-filters.ts';
import { listWithdrawals, type Withdrawals } from '#contract/statistics.ts';
import { dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { count } from '#web/format/money.ts';
import { dateOf } from '#web/format/time.ts';
import { AddressedList } from '#web/lists/addressed-list.tsx';
import {
  type ListFilters,
  plainGrammar,
  sentFilters,
  useListAddress,
} from '#web/lists/list-address.ts';
import { wholeList } from '#web/lists/local-rows.ts';
import { daysFilter, shownFilters, usePlaceFilters } from '#web/lists/place-and-day-filters.tsx';
import { IconTicketOff } from '#web/ui/icons.ts';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { rateOf, withdrawalColumns, withdrawnAddress } from './withdrawal-columns.tsx';

const grammar = plainGrammar(placeAndDays);

/** Without a first day it is a year, so that a list behind a row is of the same days. */
function withFirstDay(filters: ListFilters<typeof placeAndDays>): ListFilters<typeof placeAndDays> {
  const { period, from, to = dateOf(Date.now()) } = filters;
  return period === undefined && from === undefined
    ? { ...filters, from: yearBefore(to) }
    : filters;
}

/** The withdrawn bookings of officers. */
export default function WithdrawalsPage() {
  const steps = useListAddress(grammar);
  const navigate = useNavigate();
  const set = { filters: steps.address.filters, filter: steps.filter };
  const filters = withFirstDay(set.filters);
  const question = JSON.stringify(filters);
  const answer = useLoaded(question, (signal) =>
    dataOf(listWithdrawals, { query: sentFilters(filters), signal }),
  );
  const open = (row: Withdrawals) => void navigate(withdrawnAddress(row, filters));

  return (
    <AddressedList
      title="Withdrawals by Officer"
      detail={`Of the bookings that were made in ${filters === set.filters ? 'these' : '365'} days, those that were withdrawn since.`}
      steps={steps}
      list={wholeList(answer, question)}
      nouns={['officer', 'officers']}
      filters={shownFilters([daysFilter(set), ...usePlaceFilters(set)])}
      columns={withdrawalColumns(filters, answer.data ?? [])}
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
      empty={{
        heading: 'No items found',
        icon: <IconTicketOff size={30} stroke={1.5} />,
        words: 'Nobody made a booking in these days.',
      }}
    />
  );
}

WithdrawalsPage.help =
  'This report says how many bookings of each officer were withdrawn. Choose days and zone, and open a row. You see each withdrawal with its reason. A zonal head speaks with the officer.';
