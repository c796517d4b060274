import { IconExternalLink, IconFlagCheck, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { Booking } from '#contract/bookings.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { useBookings } from '../slice.ts';
import { actionRules, type BookingAction } from './action-rules.ts';
import { ActionOutcome } from './action-outcome.tsx';
import css from './booking-actions.module.css';
import { ClearVehicleConfirm } from './clear-vehicle-confirm.tsx';
import { useBookingActions, type ActionEvents } from './use-booking-actions.tsx';

export interface BookingActionsProps extends ActionEvents {
  booking: Booking;
}

/** The foot of the detail: always all three actions, why one is not open, and what the last said. */
export function BookingActions({ booking, onChanged, onCleared }: BookingActionsProps) {
  const { busy, outcome, payBill, checkStatus, clear } = useBookingActions(booking, {
    onChanged,
    onCleared,
  });
  const [asking, setAsking] = useState(false);
  const mayPay = useMay('start and check a payment');
  const mayClear = useMay('clear a vehicle');
  const paymentOpened = useBookings(({ booking: { pay } }) => pay?._id === booking._id);
  const { primary, reasons } = actionRules(booking, { mayPay, mayClear, paymentOpened });
  const visible = [...new Set(Object.values(reasons))];

  const look = (action: BookingAction) => ({
    variant: primary === action ? ('primary' as const) : ('default' as const),
    disabled: reasons[action] !== undefined || (busy !== null && busy !== action),
    reason: reasons[action] ?? 'Another action is under way.',
    loading: busy === action,
  });

  return (
    <div className={css['foot']}>
      <ActionOutcome outcome={outcome} />
      <div className={css['actions']}>
        <Button
          {...look('pay')}
          icon={<IconExternalLink size={18} stroke={1.8} aria-hidden />}
          onClick={payBill}
        >
          Pay Bill
        </Button>
        <Button
          {...look('check')}
          icon={<IconRefresh size={18} stroke={1.8} aria-hidden />}
          onClick={checkStatus}
        >
          Check Status
        </Button>
        <Button
          {...look('clear')}
          icon={<IconFlagCheck size={18} stroke={1.8} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          Clear Vehicle
        </Button>
        {visible.length > 0 && <p className={css['reasons']}>{visible.join(' ')}</p>}
      </div>
      <ClearVehicleConfirm
        booking={booking}
        opened={asking}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          clear();
        }}
      />
    </div>
  );
}
