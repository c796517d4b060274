import { IconCircleCheck, IconFlagCheck, IconTicket, IconTicketOff } from '@tabler/icons-react';
import type { Booking } from '#contract/bookings.ts';
import { momentOf } from '#web/format/time.ts';
import { Lifecycle, type Station } from '#web/ui/ticket/lifecycle.tsx';
import { stageLabels } from '../booking-stage.ts';

/** The way of a booking from ticket to clearance: when and who, or what it waits for. */
export function BookingLifecycle({ booking }: { booking: Booking }) {
  return <Lifecycle label="Progress of the booking" stations={stations(booking)} />;
}

function stations(booking: Booking): Station[] {
  const { paid, completed, createdAt, createdBy, paidAt, completedAt, completedBy } = booking;
  const issued: Station = {
    key: 'issued',
    label: stageLabels.issued,
    icon: <IconTicket size={18} />,
    kind: 'issued',
    state: 'reached',
    lines: [momentOf(createdAt), createdBy.name],
  };
  if (booking.withdrawal) return [issued, withdrawnStation(booking.withdrawal)];
  return [
    issued,
    {
      key: 'paid',
      label: stageLabels.paid,
      icon: <IconCircleCheck size={18} />,
      kind: 'paid',
      state: paid ? 'reached' : 'next',
      lines: paid ? paidLines(booking, paidAt) : ['Waiting for payment'],
    },
    {
      key: 'completed',
      label: stageLabels.completed,
      icon: <IconFlagCheck size={18} />,
      kind: 'done',
      state: completed ? 'reached' : paid ? 'next' : 'later',
      lines: completed
        ? [completedAt ? momentOf(completedAt) : '', completedBy?.name ?? ''].filter(Boolean)
        : [paid ? 'Waiting for Clear Vehicle' : 'After Clear Vehicle'],
    },
  ];
}

const withdrawnStation = ({ at, by }: NonNullable<Booking['withdrawal']>): Station => ({
  key: 'withdrawn',
  label: stageLabels.withdrawn,
  icon: <IconTicketOff size={18} />,
  kind: 'void',
  state: 'reached',
  lines: [momentOf(at), by.name],
});

function paidLines({ receipt, price }: Booking, paidAt: string | null): string[] {
  const when = paidAt ? [momentOf(paidAt)] : [];
  if (receipt !== '') return [...when, `Receipt ${receipt}`];
  return price === 0 ? [...when, 'Nothing was due'] : when;
}
