import { Link } from 'react-router';
import { z } from 'zod';
import {
  listRefunds,
  readRefund,
  type Refund,
  refundNarrowing,
} from '#contract/modules/money/refunds.ts';
import { call } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { exactNaira } from '#web/format/money.ts';
import { dateOf } from '#web/format/time.ts';
import { LinkTabs } from '#web/lists/link-tabs.tsx';
import { type ListFilters, sentFilters } from '#web/lists/list-address.ts';
import { useOwnRows } from '#web/lists/own-rows.ts';
import {
  daysFilter,
  type FilterSteps,
  type OfferedFilter,
  shownFilters,
  usePlaceFilters,
} from '#web/lists/place-and-day-filters.tsx';
import { type Paged, RecordList, type RecordListOf } from '#web/lists/record-list.tsx';
import { openingState, useAddress } from '#web/lists/use-address.ts';
import { RefundItem, refundState, refundWords } from '#web/modules/money/refunds/refund-item.tsx';
import { recordAddress } from '#web/records/record-address.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { IconReceipt2 } from '#web/ui/icons.ts';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';

type Narrowing = typeof refundNarrowing;
const states = ['waiting', 'counted', 'ended'] as const;
type State = (typeof states)[number];
interface RefundQuery extends ListFilters<Narrowing> {
  state: State;
}

const stateLabels: Readonly<Record<State, string>> = {
  waiting: 'To confirm',
  counted: 'Given back',
  ended: 'Refused or taken back',
};

const columns: Column<Refund>[] = [
  {
    key: 'money',
    header: 'Money of',
    width: 150,
    cell: ({ plate, offence }) => <TwoLine second={offence ?? 'Exception'}>{plate}</TwoLine>,
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    width: 120,
    cell: ({ amount }) => exactNaira(amount),
  },
  {
    key: 'day',
    header: 'Paid out',
    width: 130,
    cell: (refund) => <TwoLine second={refundState(refund)}>{refund.day ?? '–'}</TwoLine>,
  },
  {
    key: 'proof',
    header: 'Proof',
    cell: ({ proof, reason }) => <TwoLine second={reason}>{proof?.number ?? '–'}</TwoLine>,
  },
  { key: 'zone', header: 'Zone', cell: ({ zone }) => zone },
  {
    key: 'by',
    header: 'Proposed',
    cell: ({ by, at }) => <TwoLine second={dateOf(at)}>{by.name}</TwoLine>,
  },
];

const listIn = (state: State): RecordListOf<Refund, RefundQuery, 'at', Narrowing> => ({
  title: 'Refunds',
  nouns: ['refund', 'refunds'],
  narrowing: refundNarrowing,
  sorts: { at: 'Newest first' },
  columns,
  renderCard: (row, onOpen) => (
    <ListCard
      when={row.day ?? dateOf(row.at)}
      name={refundWords(row)}
      detail={`${row.zone}: ${row.reason}`}
      mark={row.plate}
      reference={refundState(row)}
      onOpen={onOpen}
      openName={`refund of ${row.plate}`}
    />
  ),
  nameOf: ({ plate }) => `refund of ${plate}`,
  asks: (filters) => ({ ...sentFilters(filters), state }),
  useRows: useRefunds,
  useFilters: useRefundFilters,
  empty: {
    heading: 'No items found',
    icon: <IconReceipt2 size={30} stroke={1.5} />,
    words: 'There is no such refund. One is proposed at its payment or its exception.',
  },
});

function useRefunds() {
  const rows = useOwnRows((query: RefundQuery & Paged, signal) =>
    call(listRefunds, { query, signal }),
  );
  const { amount } = rows.paginate as { amount?: number };
  return { ...rows, sum: amount ? `${exactNaira(amount)} given back` : undefined };
}

/** Links of reports set money, head and officer; here they can only be taken away. */
function useRefundFilters(steps: FilterSteps<Narrowing>) {
  const { of, head, bookedBy } = steps.filters;
  const ofWords = { tickets: 'Tickets', exceptions: 'Exceptions' } as const;
  return shownFilters([
    daysFilter(steps),
    ...usePlaceFilters(steps),
    set('Money of', of && ofWords[of], () => steps.filter({ of: undefined })),
    set('Revenue head', head, () => steps.filter({ head: undefined })),
    set('Officer', bookedBy && 'One officer', () => steps.filter({ bookedBy: undefined })),
  ]);
}

const set = (label: string, value: string | undefined, onRemove: () => void): OfferedFilter => ({
  key: label,
  label,
  value: value ?? null,
  offered: false,
  onRemove,
  render: () => <p>{value}</p>,
});

const addressSchema = z.object({ state: z.enum(states).catch('waiting') });

/** Money that was given back or is to be: one state admin proposes, another confirms. */
export default function RefundsPage() {
  const { address, searchWith } = useAddress(addressSchema);
  const tabs = (
    <LinkTabs
      label="State"
      shown={address.state}
      searchOf={(key) => searchWith({ state: key === 'waiting' ? '' : key, page: '', open: '' })}
      tabs={states.map((key) => ({ key, label: stateLabels[key] }))}
    />
  );
  return (
    <RecordList of={listIn(address.state)} tabs={tabs}>
      {({ address: { open }, close }, { reload }) =>
        open !== '' && <OpenRefund key={open} id={open} onClose={close} onChanged={reload} />
      }
    </RecordList>
  );
}

RefundsPage.help =
  'Here is the money that was given back, and what waits to count as given back. A state admin proposes a refund at its payment or exception, once it is paid out. Open one to confirm it, or to propose its reversal. Nobody confirms a refund of their own.';

interface OpenRefundProps {
  id: string;
  onClose: () => void;
  onChanged: () => void;
}

function OpenRefund({ id, onClose, onChanged }: OpenRefundProps) {
  const { data, failure, reload } = useLoaded(id, (signal) =>
    call(readRefund, { params: { id }, signal }),
  );
  return (
    <Dialog opened onClose={onClose} title={data ? `Refund of ${data.data.plate}` : 'Refund'}>
      {failure !== null && <ListFailure message={failure} onRetry={reload} />}
      {data && (
        <div className="column gap-6">
          <RefundItem
            refund={data.data}
            onChanged={() => {
              reload();
              onChanged();
            }}
          />
          {data.data.exception !== null && (
            <Link to={recordAddress('exception', data.data.exception)} state={openingState}>
              Open the exception
            </Link>
          )}
          {data.data.booking !== null && (
            <Link to={recordAddress('booking', data.data.booking)} state={openingState}>
              Open the ticket
            </Link>
          )}
        </div>
      )}
    </Dialog>
  );
}
