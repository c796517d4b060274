import { useId, useState } from 'react';
import { questionOf } from '#contract/act.ts';
import { clearVehicle } from '#contract/booking-corrections.ts';
import type { Booking } from '#contract/bookings.ts';
import { shownPlate } from '#contract/identities.ts';
import type { BillState } from '#contract/payments.ts';
import { useConnection } from '#web/api/connection.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { clockOf } from '#web/format/time.ts';
import { isWebPage } from '#web/records/open-tab.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Confirm } from '#web/ui/dialog/confirm.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconExternalLink, IconFlagCheck, IconRefresh } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { bookingName } from '../booking-words.ts';
import { useBookings } from '../slice.ts';
import { actionRules, type BookingAction, lastKnownState } from './action-rules.ts';
import css from './booking-detail.module.css';
import { type ActionEvents, type Outcome, useBookingActions } from './use-booking-actions.tsx';

interface BookingActionsProps extends ActionEvents {
  booking: Booking;
  /** The state of its bill; null while that isn't known. */
  bill: BillState | null;
}

/** All three actions, the reasons why some can't be used, and the outcome of the last one. */
export function BookingActions({ booking, bill, onChanged, onCleared }: BookingActionsProps) {
  const { busy, outcome, payBill, checkStatus, clear } = useBookingActions(booking, {
    onChanged,
    onCleared,
  });
  const [asking, setAsking] = useState(false);
  const { online, heardAt } = useConnection();
  const mayPay = useMay('start and check a payment');
  const mayClear = useMay('clear a vehicle');
  const paymentOpened = useBookings(({ booking: { pay } }) => pay?._id === booking._id);
  const circumstances = { mayPay, mayClear, paymentOpened, bill, online };
  const { primary, reasons, caution } = actionRules(booking, circumstances);
  const cautionId = useId();
  const shownReasons = [...new Set(Object.values(reasons))];
  if (!online && heardAt !== null) shownReasons.push(lastKnownState(booking, clockOf(heardAt)));

  const buttonProps = (action: BookingAction) => ({
    variant: primary === action ? ('primary' as const) : ('default' as const),
    disabled: reasons[action] !== undefined || (busy !== null && busy !== action),
    reason: reasons[action] ?? 'Wait for the other action to finish.',
    loading: busy === action,
  });

  return (
    <div className={classNames('column', css['foot'])}>
      <ActionOutcome outcome={outcome} />
      <div className={classNames('row wrap', css['actions'])}>
        <Button
          {...buttonProps('pay')}
          aria-describedby={caution === null ? undefined : cautionId}
          icon={<IconExternalLink size={18} stroke={1.8} aria-hidden />}
          onClick={payBill}
        >
          Pay Bill
        </Button>
        <Button
          {...buttonProps('check')}
          icon={<IconRefresh size={18} stroke={1.8} aria-hidden />}
          onClick={checkStatus}
        >
          Check Status
        </Button>
        <Button
          {...buttonProps('clear')}
          icon={<IconFlagCheck size={18} stroke={1.8} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {clearVehicle.words.begins}
        </Button>
        {(caution !== null || shownReasons.length > 0) && (
          <p className={classNames('small quiet', css['reasons'])}>
            {caution !== null && <b id={cautionId}>{caution}</b>} {shownReasons.join(' ')}
          </p>
        )}
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

/** The outcome of the last action, above the buttons; failures are announced at once. */
function ActionOutcome({ outcome }: { outcome: Outcome | null }) {
  return (
    <div role={outcome?.kind === 'bad' ? 'alert' : 'status'}>
      {outcome && (
        <Notice kind={outcome.kind}>
          {outcome.message}
          {outcome.link !== undefined && isWebPage(outcome.link) && (
            <>
              {' '}
              <a href={outcome.link} target="_blank" rel="noopener noreferrer">
                Open the payment page
              </a>
            </>
          )}
        </Notice>
      )}
    </div>
  );
}

interface ClearVehicleConfirmProps {
  booking: Booking;
  opened: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks once before a vehicle is cleared, naming it and what is handed back. */
function ClearVehicleConfirm({ booking, ...dialog }: ClearVehicleConfirmProps) {
  const { registration, name, confiscations } = booking;
  return (
    <Confirm
      {...dialog}
      title={`Clear ${bookingName(booking)}?`}
      message={
        <>
          <p>
            {registration === '' ? 'The vehicle' : <b>{shownPlate(registration)}</b>} will be
            released to {name}. {questionOf(clearVehicle)}
          </p>
          {confiscations.length > 0 ? (
            <>
              <p className={css['handed']}>Hand back:</p>
              <ul>
                {confiscations.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </>
          ) : (
            <p className={css['handed']}>
              Nothing was confiscated, so there is nothing to hand back.
            </p>
          )}
        </>
      }
      confirmLabel={clearVehicle.words.confirms}
    />
  );
}
