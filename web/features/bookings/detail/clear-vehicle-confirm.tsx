import type { Booking } from '#contract/bookings.ts';
import { Confirm } from '#web/ui/dialog/confirm.tsx';
import { bookingName } from '../booking-words.ts';
import css from './booking-actions.module.css';

export interface ClearVehicleConfirmProps {
  booking: Booking;
  opened: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks once before a vehicle is cleared, naming it and what is handed back. */
export function ClearVehicleConfirm(props: ClearVehicleConfirmProps) {
  const { booking, opened, onConfirm, onCancel } = props;
  const { registration, name, confiscations } = booking;
  return (
    <Confirm
      opened={opened}
      title={`Clear ${bookingName(booking)}?`}
      message={
        <>
          <p>
            {registration === '' ? 'The vehicle' : <b>{registration}</b>} is released to {name}.
            This cannot be undone.
          </p>
          {confiscations.length > 0 ? (
            <>
              <p className={css['handed']}>Handed back:</p>
              <ul>
                {confiscations.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </>
          ) : (
            <p className={css['handed']}>Nothing was confiscated, so nothing is handed back.</p>
          )}
        </>
      }
      confirmLabel="Clear Vehicle"
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
