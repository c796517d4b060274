import {
  type OffencePayment,
  type ReportFigureRow,
  reportRowFilters,
} from '#contract/modules/reports/report-rows.ts';
import { useBookingFilters } from '#web/features/bookings/list/booking-filters.tsx';
import { exactNaira } from '#web/format/money.ts';
import { dateOf } from '#web/format/time.ts';
import { plural } from '#web/format/words.ts';
import type { SortingColumn } from '#web/lists/list-columns.tsx';
import type { FilterSteps } from '#web/lists/place-and-day-filters.tsx';
import { Plate } from '#web/records/plate.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { Reference } from '#web/ui/ticket/reference.tsx';

type Sort = 'day' | 'payer';

const { from, to, organisation, zone, min, max } = reportRowFilters.shape;
const narrowing = { from, to, organisation, zone, min, max };

/** Naira, added up in kobo. */
const backOf = ({ charges }: OffencePayment) =>
  charges
    .flatMap(({ givenBack }) => givenBack)
    .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;

/** Null where nothing was. */
const backWords = (payment: OffencePayment | null): string | null =>
  payment?.charges.some(({ givenBack }) => givenBack.length > 0)
    ? exactNaira(backOf(payment))
    : null;

const ofPayerWords = ({ ofPayer: { count, amount } }: OffencePayment) =>
  count > 1 ? `${plural(count, 'paid offence')}, ${exactNaira(amount)}` : '';

const offenceOf = ({ payment, detail }: ReportFigureRow) => {
  const [charge] = payment?.charges ?? [];
  return charge ? `${charge.offence} ${charge.name}` : detail;
};

const columns: SortingColumn<ReportFigureRow, Sort>[] = [
  {
    key: 'payer',
    header: 'Payer',
    sorts: ['payer', 'day'],
    cell: ({ payment }) =>
      payment && (
        <TwoLine
          second={[payment.license || payment.phoneNo, ofPayerWords(payment)]
            .filter(Boolean)
            .join(', ')}
        >
          {payment.payer}
        </TwoLine>
      ),
  },
  {
    key: 'ticket',
    header: 'Booking',
    width: 212,
    cell: ({ plate, record }) => (
      <TwoLine second={<Reference value={record} />} keep>
        {plate === '' ? 'No plate' : <Plate value={plate} />}
      </TwoLine>
    ),
  },
  { key: 'offence', header: 'Offence', cell: offenceOf },
  {
    key: 'paid',
    header: 'Paid',
    width: 124,
    cell: ({ payment, day }) => (
      <TwoLine second={payment?.receipt ?? 'Nothing to pay'}>
        {payment ? dateOf(payment.paidAt) : day}
      </TwoLine>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amount }) => exactNaira(amount ?? 0),
  },
  {
    key: 'bill',
    header: 'Whole bill',
    align: 'end',
    cell: ({ payment }) => (payment ? exactNaira(payment.paid) : '–'),
  },
  {
    key: 'back',
    header: 'Refunded',
    align: 'end',
    cell: ({ payment }) => backWords(payment) ?? '–',
  },
];

/** The rows of a figure of payments: with payers, and what was given back. */
export const paymentList = {
  nouns: ['paid offence', 'paid offences'],
  narrowing,
  sorts: { day: 'Latest first', payer: 'By payer' },
  columns,
  renderCard: (row: ReportFigureRow, onOpen: () => void) => (
    <ListCard
      when={row.day}
      name={row.payment?.payer ?? row.record}
      detail={offenceOf(row)}
      mark={row.plate !== '' && <Plate value={row.plate} />}
      reference={[
        exactNaira(row.amount ?? 0),
        ...(backWords(row.payment) === null ? [] : [`${backWords(row.payment)} refunded`]),
      ].join(', ')}
      onOpen={onOpen}
      openName={`${offenceOf(row)}, ${row.payment?.payer ?? row.record}`}
    />
  ),
  nameOf: (row: ReportFigureRow) => `${offenceOf(row)}, ${row.payment?.payer ?? row.record}`,
  useFilters,
} as const;

const offered = ['days', 'organisation', 'zone', 'amount'];

/** Those of a list of bookings that hold for payments. */
function useFilters(steps: FilterSteps<typeof narrowing>) {
  return useBookingFilters(steps, { narrowing })
    .filter(({ key }) => offered.includes(key))
    .map((one) => (one.key === 'amount' ? { ...one, label: 'Fee' } : one));
}
