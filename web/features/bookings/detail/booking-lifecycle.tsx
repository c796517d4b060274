import type { Booking } from '#contract/bookings.ts';
import { momentOf } from '#web/format/time.ts';
import { bookingStages, type BookingStage } from '#web/records/booking-stage.tsx';
import { Lifecycle, type Station } from '#web/ui/ticket/lifecycle.tsx';

/** The stages of a booking from ticket to clearance: when and by whom, or what it waits for. */
export function BookingLifecycle({ booking }: { booking: Booking }) {
  return <Lifecycle label="Progress of the booking" stations={stationsOf(booking)} />;
}

function stationsOf(booking: Booking): Station[] {
  const { paid, completed, withdrawal, createdAt, createdBy, completedAt, completedBy } = booking;
  const issued = station('issued', 'reached', [momentOf(createdAt), createdBy.name]);
  if (withdrawal) {
    return [issued, station('withdrawn', 'reached', [momentOf(withdrawal.at), withdrawal.by.name])];
  }
  const cleared = [completedAt ? momentOf(completedAt) : '', completedBy?.name ?? ''];
  return [
    issued,
    paid
      ? station('paid', 'reached', paidLines(booking))
      : station('paid', 'next', ['Waiting for payment']),
    completed
      ? station('completed', 'reached', cleared.filter(Boolean))
      : station('completed', paid ? 'next' : 'later', [
          paid ? 'Waiting for Clear Vehicle' : 'After Clear Vehicle',
        ]),
  ];
}

function station(key: BookingStage, state: Station['state'], lines: string[]): Station {
  const { label, kind, Icon } = bookingStages[key];
  return { key, label, kind, icon: <Icon size={18} />, state, lines };
}

function paidLines({ receipt, price, paidAt }: Booking): string[] {
  const when = paidAt ? [momentOf(paidAt)] : [];
  if (receipt !== '') return [...when, `Receipt ${receipt}`];
  return price === 0 ? [...when, 'Nothing was due'] : when;
}
