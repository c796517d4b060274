import {
  exportOffencePayments,
  listOffencePayments,
  type OffencePayment,
  offencePaymentNarrowing,
} from '#contract/modules/money/offence-payments.ts';
import { call, callFile } from '#web/api/call.ts';
import { useBookingFilters } from '#web/features/bookings/list/booking-filters.tsx';
import { exactNaira } from '#web/format/money.ts';
import { dateOf } from '#web/format/time.ts';
import { plural } from '#web/format/words.ts';
import { type ListFilters, sentFilters } from '#web/lists/list-address.ts';
import type { SortingColumn } from '#web/lists/list-columns.tsx';
import { useOwnRows } from '#web/lists/own-rows.ts';
import type { FilterSteps } from '#web/lists/place-and-day-filters.tsx';
import { type Paged, RecordList, type RecordListOf } from '#web/lists/record-list.tsx';
import { IconReceipt2 } from '#web/ui/icons.ts';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { OpenPayment } from './open-payment.tsx';

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
