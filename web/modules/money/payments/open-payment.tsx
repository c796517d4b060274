import { Link } from 'react-router';
import { listOffencePayments } from '#contract/modules/money/offence-payments.ts';
import { call } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { exactNaira } from '#web/format/money.ts';
import { momentOf } from '#web/format/time.ts';
import { openingState } from '#web/lists/use-address.ts';
import { MoneyBack } from '#web/modules/money/refunds/money-back.tsx';
import { recordAddress } from '#web/records/record-address.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Facts } from '#web/ui/table/facts.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';

interface OpenPaymentProps {
  id: string;
  onClose: () => void;
  onChanged: () => void;
}

/** One offence of a paid bill, what was given back of it, and the form that proposes more. */
export function OpenPayment({ id, onClose, onChanged }: OpenPaymentProps) {
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
