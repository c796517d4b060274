import type { Booking } from '#contract/bookings.ts';
import { bookingReference } from '#web/format/reference.ts';
import { Plate } from '#web/ui/ticket/plate.tsx';
import { Reference } from '#web/ui/ticket/reference.tsx';
import { BookingStub } from '../booking-stub.tsx';
import { bookingName } from '../booking-words.ts';
import { DetailHead } from '#web/ui/dialog/detail.tsx';
import css from './booking-detail.module.css';

/** The head of the detail: plate (or licence), name, reference, state and amount. */
export function BookingHeader({ booking }: { booking: Booking }) {
  const { registration, name, demo, _id } = booking;
  return (
    <DetailHead
      mark={
        registration === '' ? (
          <span className={css['licence']}>
            <span>License number</span>
            <b>{bookingName(booking)}</b>
          </span>
        ) : (
          <Plate value={registration} size="lg" />
        )
      }
      name={name}
    >
      <Reference value={bookingReference(_id)} copy />
      <BookingStub booking={booking} />
      {demo && <span className="small quiet">Demo record</span>}
    </DetailHead>
  );
}
