import { Link, useNavigate } from 'react-router';
import { yearBefore } from '#contract/day-range.ts';
import { placeAndDays } from '#contract/list-filters.ts';
import { listWithdrawals, type Withdrawals } from '#contract/statistics.ts';
import { callAddress } from '#web/api/call-address.ts';
import { dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { count, exactNaira } from '#web/format/money.ts';
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
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { oneTabStop } from '#web/ui/controls/one-tab-stop.ts';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import { IconTicketOff } from '#web/ui/icons.ts';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';

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
  const answer = useLoaded(question, async (signal) => {
    const officers = await dataOf(listWithdrawals, { query: sentFilters(filters), signal });
    return officers.filter(({ withdrawn }) => withdrawn > 0);
  });
  const open = (row: Withdrawals) => void navigate(withdrawnAddress(row, filters));

  return (
    <AddressedList
      title="Withdrawals by officer"
      detail={`Bookings made ${filters === set.filters ? 'on these days' : 'in the last 365 days'} and withdrawn since`}
      steps={steps}
      list={wholeList(answer, question)}
      nouns={['officer', 'officers']}
      filters={shownFilters([daysFilter(set), ...usePlaceFilters(set)])}
      columns={withdrawalColumns(filters)}
      linkKeys={oneTabStop}
      rowKey={({ officer }) => officer.id}
      renderCard={(row) => (
        <ListCard
          name={row.officer.name}
          detail={`${count(row.withdrawn)} of ${count(row.issued)} withdrawn`}
          mark={<b>{rateOf(row)}</b>}
          reference={row.officer.role}
          onOpen={() => open(row)}
          openName={`${row.officer.name}’s withdrawals`}
        />
      )}
      empty={{
        heading: 'No items found',
        icon: <IconTicketOff size={30} stroke={1.5} />,
        words: 'No bookings from these days have been withdrawn.',
      }}
    />
  );
}

WithdrawalsPage.help =
  'This report shows how many of each officer’s bookings were withdrawn. Select days and a zone, then open a row. You can read the reason for each withdrawal. A zonal head can then speak with the officer.';

const share = new Intl.NumberFormat('en-NG', { style: 'percent', maximumFractionDigits: 1 });

/** `12.5%` of 0.125. */
const rateOf = ({ rate }: Pick<Withdrawals, 'rate'>): string => share.format(rate);

/** The address of an officer's withdrawn bookings, under the same filters. */
function withdrawnAddress(
  { officer }: Withdrawals,
  filters: ListFilters<typeof placeAndDays>,
): string {
  return callAddress('/bookings', {}, { ...filters, withdrawn: true, bookedBy: officer.id });
}

function withdrawalColumns(filters: ListFilters<typeof placeAndDays>): Column<Withdrawals>[] {
  return [
    {
      key: 'officer',
      header: 'Officer',
      cell: ({ officer }) => <TwoLine second={officer.role}>{officer.name}</TwoLine>,
    },
    {
      key: 'issued',
      header: 'Issued',
      width: 110,
      align: 'end',
      cell: ({ issued }) => count(issued),
    },
    {
      key: 'withdrawn',
      header: 'Withdrawn',
      width: 110,
      align: 'end',
      cell: ({ withdrawn }) => count(withdrawn),
    },
    {
      key: 'amount',
      header: 'Amount withdrawn',
      width: 150,
      align: 'end',
      cell: ({ naira }) => exactNaira(naira),
    },
    {
      key: 'rate',
      header: 'Rate',
      width: 90,
      align: 'end',
      cell: (row) => <b>{rateOf(row)}</b>,
    },
    {
      key: 'actions',
      header: 'Actions',
      width: 110,
      align: 'end',
      cell: (row) => (
        <Link className={buttonClass({ size: 'sm' })} to={withdrawnAddress(row, filters)}>
          Open
          <VisuallyHidden> what was withdrawn of {row.officer.name}</VisuallyHidden>
        </Link>
      ),
    },
  ];
}
