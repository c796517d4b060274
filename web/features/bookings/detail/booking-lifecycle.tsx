import { Fragment } from 'react';
import type { Booking } from '#contract/bookings.ts';
import { outcomeWords } from '#contract/charge-words.ts';
import type { TicketStage } from '#contract/owed.ts';
import { momentOf } from '#web/format/time.ts';
import { bookingStages } from '#web/records/booking-stage.tsx';
import { madeAtOf } from '#web/records/made-at.tsx';
import { OfficerName } from '#web/records/officer-name.tsx';
import { Lifecycle, type LifecycleStep } from '#web/ui/ticket/lifecycle.tsx';

/** The stages of a booking from ticket to clearance: when and by whom, or what it waits for. */
export function BookingLifecycle({ booking }: { booking: Booking }) {
  return <Lifecycle label="Progress of the booking" steps={stepsOf(booking)} />;
}

function stepsOf(booking: Booking): LifecycleStep[] {
  const { paid, completed, withdrawal, decision, createdBy, completedAt, completedBy } = booking;
  const madeAt = madeAtOf(booking);
  const issued = step('issued', 'reached', [
    momentOf(madeAt),
    <Fragment key="officer">
      <OfficerName officer={createdBy} />, {createdBy.role}
    </Fragment>,
  ]);
  if (withdrawal) {
    return [issued, step('withdrawn', 'reached', [momentOf(withdrawal.at), withdrawal.by.name])];
  }
  if (decision) {
    const released = ['Vehicle released', ...(completedAt ? [momentOf(completedAt)] : [])];
    const words = outcomeWords(decision.outcomes);
    const lines = [momentOf(decision.at), words, ...(completed ? released : [])];
    return [issued, ...(paid ? [paidStep(booking)] : []), step('decided', 'reached', lines)];
  }
  const cleared = [
    completedAt ? momentOf(completedAt) : '',
    completedBy ? personOf(completedBy) : '',
  ];
  return [
    issued,
    paid ? paidStep(booking) : step('paid', 'next', ['Waiting for payment']),
    completed
      ? step('completed', 'reached', cleared.filter(Boolean))
      : step('completed', paid ? 'next' : 'later', [
          paid ? 'Waiting for clearance' : 'After the payment',
        ]),
  ];
}

const personOf = ({ name, role }: Booking['createdBy']): string => `${name}, ${role}`;

function step(
  key: TicketStage,
  state: LifecycleStep['state'],
  lines: LifecycleStep['lines'],
): LifecycleStep {
  const { label, kind, Icon } = bookingStages[key];
  return { key, label, kind, icon: <Icon size={18} />, state, lines };
}

const paidStep = ({ price, paidAt }: Booking): LifecycleStep =>
  step('paid', 'reached', [
    ...(paidAt ? [momentOf(paidAt)] : []),
    ...(price === 0 ? ['Nothing was due'] : []),
  ]);
