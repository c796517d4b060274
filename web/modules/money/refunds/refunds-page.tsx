import { Link } from 'react-router';
import { shownPlate } from '#contract/identities.ts';
import { readRefund, refundRegister } from '#contract/modules/money/refunds.ts';
import { call } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { exactNaira } from '#web/format/money.ts';
import { dateOf } from '#web/format/time.ts';
import type { OfferedFilter } from '#web/lists/place-and-day-filters.tsx';
import { openingState } from '#web/lists/use-address.ts';
import { RefundItem, refundState, refundWords } from '#web/modules/money/refunds/refund-item.tsx';
import { recordAddress } from '#web/records/record-address.ts';
import { RegisterPage, type RegisterScreen } from '#web/records/register/register-page.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { IconReceipt2 } from '#web/ui/icons.ts';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';

const refunds: RegisterScreen<typeof refundRegister> = {
  of: refundRegister,
  title: 'Refunds',
  nouns: ['refund', 'refunds'],
  ticketOf: ({ booking, plate }) => (booking === null ? null : { id: booking, plate }),
  columns: [
    {
      key: 'money',
      header: 'Refund of',
      width: 150,
      cell: ({ booking, plate, offence }) =>
        booking === null ? <TwoLine second={shownPlate(plate)}>Exception</TwoLine> : offence,
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
      header: 'Proposed by',
      cell: ({ by, at }) => <TwoLine second={dateOf(at)}>{by.name}</TwoLine>,
    },
  ],
  card: (row) => ({
    when: row.day ?? dateOf(row.at),
    name: refundWords(row),
    detail: `${row.zone}: ${row.reason}`,
    ...(row.booking === null && { mark: row.plate }),
    reference: refundState(row),
  }),
  nameOf: ({ plate }) => `refund of ${shownPlate(plate)}`,
  useMoreFilters: ({ filters: { head, bookedBy }, filter }) => [
    set('Revenue head', head, () => filter({ head: undefined })),
    set('Officer', bookedBy && 'Selected officer', () => filter({ bookedBy: undefined })),
  ],
  empty: {
    icon: <IconReceipt2 size={30} stroke={1.5} />,
    words: {
      waiting:
        'There are no refunds to confirm. To propose a refund, open its payment or exception.',
      counted: 'No money has been refunded yet.',
      ended: 'No refunds were refused or taken back.',
    },
  },
};

/** Links of reports set head and officer; here they can only be taken away. */
const set = (label: string, value: string | undefined, onRemove: () => void): OfferedFilter => ({
  key: label,
  label,
  value: value ?? null,
  offered: false,
  onRemove,
  render: () => <p>{value}</p>,
});

/** Money that was given back or is to be: one state admin proposes, another confirms. */
export default function RefundsPage() {
  return (
    <RegisterPage screen={refunds}>
      {({ address: { open }, close }, { reload }) =>
        open !== '' && <OpenRefund key={open} id={open} onClose={close} onChanged={reload} />
      }
    </RegisterPage>
  );
}

RefundsPage.help =
  'This page lists refunds, including those that a second person must still confirm. A state admin proposes a refund from its payment or exception, once the money is paid out. Open a refund to confirm it, or to propose its reversal. You cannot confirm your own refund.';

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
    <Dialog
      opened
      onClose={onClose}
      title={data ? `Refund of ${shownPlate(data.data.plate)}` : 'Refund'}
    >
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
              Open the booking
            </Link>
          )}
        </div>
      )}
    </Dialog>
  );
}
