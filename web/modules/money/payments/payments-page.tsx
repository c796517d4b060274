import { Link } from 'react-router';
import {
  exportOffencePayments,
  listOffencePayments,
  type OffencePayment,
  offencePaymentNarrowing,
} from '#contract/modules/money/offence-payments.ts';
import { call, callFile } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { useBookingFilters } from '#web/features/bookings/list/booking-filters.tsx';
import { exactNaira } from '#web/format/money.ts';
import { dateOf, momentOf } from '#web/format/time.ts';
import { plural } from '#web/format/words.ts';
import { type ListFilters, sentFilters } from '#web/lists/list-address.ts';
import type { SortingColumn } from '#web/lists/list-columns.tsx';
import { useOwnRows } from '#web/lists/own-rows.ts';
import type { FilterSteps } from '#web/lists/place-and-day-filters.tsx';
import { type Paged, RecordList, type RecordListOf } from '#web/lists/record-list.tsx';
import { openingState } from '#web/lists/use-address.ts';
import { MoneyBack } from '#web/modules/money/refunds/money-back.tsx';
import { recordAddress } from '#web/records/record-address.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconReceipt2 } from '#web/ui/icons.ts';
import { Facts } from '#web/ui/table/facts.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';

type Narrowing = typeof offencePaymentNarrowing;
type Sort = 'paid' | 'payer';
interface PaymentQuery extends ListFilters<Narrowing> {
  sort: Sort | undefined;
}

/** Naira, added up in kobo. */
const backOf = (givenBack: OffencePayment['givenBack']) =>
  givenBack.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;

const ofPayerWords = ({ ofPayer: { count, amount } }: OffencePayment) =>
  count > 1 ? `${plural(count, 'paid offence')}, ${exactNaira(amount)}` : '';

const columns: SortingColumn<OffencePayment, Sort>[] = [
  {
    key: 'payer',
    header: 'Payer',
    sorts: ['payer', 'paid'],
    cell: (row) => (
      <TwoLine second={[row.license || row.phoneNo, ofPayerWords(row)].filter(Boolean).join(', ')}>
        {row.payer}
      </TwoLine>
    ),
  },
  {
    key: 'ticket',
    header: 'Ticket',
    cell: ({ plate, booking }) => <TwoLine second={booking.slice(10)}>{plate || '–'}</TwoLine>,
  },
  {
    key: 'offence',
    header: 'Offence',
    cell: ({ offence, name }) => <TwoLine second={name}>{offence}</TwoLine>,
  },
  {
    key: 'paid',
    header: 'Paid',
    width: 124,
    cell: ({ paidAt, receipt }) => <TwoLine second={receipt}>{dateOf(paidAt)}</TwoLine>,
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amount }) => exactNaira(amount),
  },
  { key: 'bill', header: 'Whole bill', align: 'end', cell: ({ paid }) => exactNaira(paid) },
  {
    key: 'back',
    header: 'Given back',
    align: 'end',
    cell: ({ givenBack }) => (givenBack.length === 0 ? '–' : exactNaira(backOf(givenBack))),
  },
];

const list: RecordListOf<OffencePayment, PaymentQuery, Sort, Narrowing> = {
  title: 'Payments by Offence',
  nouns: ['paid offence', 'paid offences'],
  narrowing: offencePaymentNarrowing,
  moments: { made: 'Booked', paid: 'Paid' },
  sorts: { paid: 'Newest first', payer: 'By payer' },
  columns,
  renderCard: (row, onOpen) => (
    <ListCard
      when={dateOf(row.paidAt)}
      name={row.payer}
      detail={`${row.offence} ${row.name}`}
      mark={row.plate}
      reference={
        exactNaira(row.amount) +
        (row.givenBack.length > 0 ? `, ${exactNaira(backOf(row.givenBack))} given back` : '')
      }
      onOpen={onOpen}
      openName={`${row.offence}, ${row.payer}`}
    />
  ),
  nameOf: ({ payer, offence }) => `${offence}, ${payer}`,
  asks: ({ search: _search, sort, ...filters }) => ({ ...sentFilters(filters), sort }),
  useRows: usePayments,
  useFilters: usePaymentFilters,
  mayExport: 'see reconciliation',
  fetchFile: (query) => callFile(exportOffencePayments, { query }),
  empty: {
    heading: 'No items found',
    icon: <IconReceipt2 size={30} stroke={1.5} />,
    words: 'No payment was made for this offence, at this fee, on these days.',
  },
};

function usePayments() {
  const rows = useOwnRows((query: PaymentQuery & Paged, signal) =>
    call(listOffencePayments, { query, signal }),
  );
  const sums = rows.paginate as { amount?: number; givenBack?: number };
  return {
    ...rows,
    sum:
      sums.amount === undefined
        ? undefined
        : `${exactNaira(sums.amount)} paid, ${exactNaira(sums.givenBack ?? 0)} given back`,
  };
}

const offered = ['days', 'organisation', 'zone', 'offence', 'amount'];

/** Those of a list of bookings that hold for payments. */
function usePaymentFilters(steps: FilterSteps<Narrowing>) {
  return useBookingFilters(steps, list)
    .filter(({ key }) => offered.includes(key))
    .map((one) => (one.key === 'amount' ? { ...one, label: 'Fee' } : one));
}

/** Every payment under an offence, a fee or a rule, and what was given back of it. */
export default function PaymentsPage() {
  return (
    <RecordList of={list}>
      {(steps, { reload }) =>
        steps.address.open !== '' && (
          <OpenPayment
            key={steps.address.open}
            id={steps.address.open}
            onClose={steps.close}
            onChanged={() => reload()}
          />
        )
      }
    </RecordList>
  );
}

PaymentsPage.help =
  'Here is every payment by offence, in case a court orders money back. Choose an offence, its fee and the days, and take the list as a file. Open a payment to propose a refund, with its proof. Another state admin confirms it.';

interface OpenPaymentProps {
  id: string;
  onClose: () => void;
  onChanged: () => void;
}

/** One offence of a paid bill, what was given back of it, and the form that proposes more. */
function OpenPayment({ id, onClose, onChanged }: OpenPaymentProps) {
  const [booking = ''] = id.split('-');
  const { data, failure, reload } = useLoaded(id, (signal) =>
    call(listOffencePayments, { query: { booking, limit: 100 }, signal }),
  );
  const found = data?.data.find((one) => one.id === id);
  return (
    <Dialog opened onClose={onClose} title={found ? `Payment of ${found.payer}` : 'Payment'}>
      {failure !== null && <ListFailure message={failure} onRetry={reload} />}
      {data && !found && <Notice kind="soft">This payment is not open to you.</Notice>}
      {found && (
        <div className="column gap-6">
          <Facts
            title="As booked and paid"
            facts={[
              { label: 'Offence', value: `${found.offence} ${found.name}` },
              { label: 'Of the offence', value: exactNaira(found.amount) },
              { label: 'Of the whole bill', value: exactNaira(found.paid) },
              { label: 'Licence', value: found.license },
              { label: 'Phone', value: found.phoneNo },
              { label: 'Plate', value: found.plate },
              { label: 'Before it was corrected', value: found.saidBefore },
              { label: 'Booked', value: momentOf(found.madeAt) },
              { label: 'Paid', value: momentOf(found.paidAt) },
              { label: 'Bill', value: found.billRef },
              { label: 'Receipt', value: found.receipt },
              {
                label: 'Ticket',
                value: (
                  <Link to={recordAddress('booking', booking)} state={openingState}>
                    Open the ticket
                  </Link>
                ),
              },
            ]}
          />
          <MoneyBack
            of={{ booking, line: found.line }}
            received={found.amount}
            about={`It was paid for ${found.plate}.`}
            onChanged={() => {
              reload();
              onChanged();
            }}
          />
        </div>
      )}
    </Dialog>
  );
}
