import { type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import { LookOnly, useCurrentUser, useDispatch } from '#web/api/store-hooks.ts';
import { bookingReference } from '#web/format/reference.ts';
import { useOpening } from '#web/lists/use-opening.ts';
import { BookingBadge } from '#web/records/booking-stage.tsx';
import { KeptBookingNotice } from '#web/records/known/kept-booking.tsx';
import { Plate } from '#web/records/plate.tsx';
import { RecordDialog } from '#web/records/record-dialog.tsx';
import { Slot } from '#web/records/slot.tsx';
import { useRecord } from '#web/records/use-record.ts';
import { CopyLink } from '#web/ui/controls/copy-button.tsx';
import { DetailHead } from '#web/ui/dialog/detail.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { Reference } from '#web/ui/ticket/reference.tsx';
import { bookingName, firstName } from '../booking-words.ts';
import { knownBooking } from '../known-bookings.ts';
import { readBooking, useBookings } from '../slice.ts';
import { BookingActions } from './booking-actions.tsx';
import { BookingBody } from './booking-body.tsx';
import css from './booking-detail.module.css';
import { CorrectionButtons, CorrectionForm, type Correcting } from './corrections.tsx';
import { useBill } from './use-bill.ts';
import type { ActionEvents } from './use-booking-actions.tsx';
import { WithdrawBooking } from './withdraw-booking.tsx';

/** Between clearing a vehicle and the list of completed bookings, in milliseconds. */
const redirectPause = 1000;

export interface BookingDetailProps {
  /** The booking that is open; '' when none is. */
  id: string;
  onClose: () => void;
  /** Called on closing when the booking changed, so that the list behind it is out of date. */
  onChanged: () => void;
}

/**
 * The booking that is open over a list. It is read from the server, so that a link to it works
 * alone. Where it is only looked at, it is titled with the first name and has no actions.
 */
export function BookingDetail({ id, onClose, onChanged }: BookingDetailProps) {
  const shown = useOpening(id);
  const navigate = useNavigate();
  const redirect = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(redirect.current), []);

  const changed = useRef(false);
  const reportChange = useEffectEvent(() => {
    if (changed.current) onChanged();
    changed.current = false;
  });
  useEffect(() => {
    if (id === '') reportChange();
  }, [id]);

  if (shown.id === '') return null;
  return (
    <BookingDialog
      key={shown.round}
      id={shown.id}
      opened={id !== ''}
      onClose={onClose}
      onChanged={() => {
        changed.current = true;
      }}
      onCleared={() => {
        redirect.current = window.setTimeout(() => void navigate('/completed'), redirectPause);
      }}
    />
  );
}

interface BookingDialogProps extends ActionEvents {
  id: string;
  opened: boolean;
  onClose: () => void;
}

function BookingDialog(props: BookingDialogProps) {
  const { id, opened, onClose, onChanged, onCleared } = props;
  const looksOnly = useContext(LookOnly);
  const isObserver = useCurrentUser()?.role === 'observer';
  const dispatch = useDispatch();
  const known = useBookings((state) => knownBooking(state.booking, id));
  const reading = useRecord(id, (signal) => readBooking(dispatch, id, signal), known);
  const phone = useScreen('phone');
  const bill = useBill(reading.record);
  const [corrections, setCorrections] = useState(0);
  const [correcting, setCorrecting] = useState<Correcting>(null);
  const dialog = (
    <RecordDialog
      kind="booking"
      reading={reading}
      title="Booking"
      instead={<KeptBookingNotice id={id} />}
      opened={opened}
      onClose={onClose}
      size="md"
      show={(booking) => {
        if (looksOnly) {
          const header = <BookingHeader booking={booking} />;
          return {
            title: firstName(booking),
            flush: true,
            children: (
              <BookingBody booking={booking} reading={reading} bill={bill} header={header} />
            ),
          };
        }
        const header = (
          <BookingHeader booking={booking}>
            <CorrectionButtons booking={booking} onChoose={setCorrecting} />
          </BookingHeader>
        );
        return {
          title: phone ? 'Booking' : `Booking ${bookingName(booking)}, ${booking.name}`,
          header: phone ? undefined : header,
          actions: <Slot name="head of a booking" booking={booking} />,
          footer: isObserver ? undefined : (
            <BookingActions
              booking={booking}
              bill={bill}
              onChanged={onChanged}
              onCleared={onCleared}
            />
          ),
          flush: true,
          children: (
            <BookingBody
              booking={booking}
              reading={reading}
              bill={bill}
              corrections={corrections}
              header={phone && header}
              acts={
                <div className="flex wrap gap-4">
                  <CopyLink id={id} />
                  <WithdrawBooking booking={booking} onChanged={onChanged} />
                </div>
              }
            />
          ),
        };
      }}
    />
  );
  return (
    <>
      {dialog}
      {opened && reading.record && (
        <CorrectionForm
          booking={reading.record}
          chosen={correcting}
          onChanged={() => {
            setCorrections((before) => before + 1);
            onChanged();
          }}
          onClose={() => setCorrecting(null)}
        />
      )}
    </>
  );
}

/** Plate (or licence), name, reference, stage, and the button for whoever notices a mistake there. */
function BookingHeader({ booking, children }: { booking: Booking; children?: ReactNode }) {
  const { registration, name, demo, _id } = booking;
  return (
    <DetailHead
      mark={
        registration === '' ? (
          <span className={classNames('column tiny quiet', css['licence'])}>
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
      <BookingBadge booking={booking} />
      {children}
      {demo && <span className="small quiet">Demo record</span>}
    </DetailHead>
  );
}
