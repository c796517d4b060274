import { Link } from 'react-router';
import type { OffencePayment } from '#contract/modules/reports/report-rows.ts';
import { exactNaira } from '#web/format/money.ts';
import { momentOf } from '#web/format/time.ts';
import { openingState } from '#web/lists/use-address.ts';
import { recordAddress } from '#web/records/record-address.ts';
import { Slot } from '#web/records/slot.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Facts } from '#web/ui/table/facts.tsx';

interface OpenPaymentProps {
  payment: OffencePayment;
  plate: string;
  onClose: () => void;
  onChanged: () => void;
}

/** One paid offence of a ticket, what was given back of it, and the form that proposes more. */
export const OpenPayment = ({ payment, plate, onClose, onChanged }: OpenPaymentProps) => (
  <Dialog opened onClose={onClose} title={`Payment by ${payment.payer}`}>
    <div className="column gap-6">
      <Facts
        title="Booking and payment"
        facts={[
          ...payment.charges.flatMap(({ offence, name, amount }) => [
            { label: 'Offence', value: `${offence} ${name}` },
            { label: 'This offence', value: exactNaira(amount) },
          ]),
          { label: 'Whole bill', value: exactNaira(payment.paid) },
          { label: 'Licence', value: payment.license },
          { label: 'Phone', value: payment.phoneNo },
          { label: 'Plate', value: plate },
          { label: 'Payer before correction', value: payment.saidBefore },
          { label: 'Booked', value: momentOf(payment.madeAt) },
          { label: 'Paid', value: momentOf(payment.paidAt) },
          { label: 'Bill', value: payment.billRef },
          { label: 'Receipt', value: payment.receipt },
          {
            label: 'Booking',
            value: (
              <Link to={recordAddress('booking', payment.booking)} state={openingState}>
                Open the booking
              </Link>
            ),
          },
        ]}
      />
      {payment.charges.map(({ line, amount }) => (
        <Slot
          key={line}
          name="money of an offence"
          booking={payment.booking}
          line={line}
          received={amount}
          plate={plate}
          onChanged={onChanged}
        />
      ))}
    </div>
  </Dialog>
);
