import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useOpening } from '#web/lists/use-opening.ts';
import { BookingDialog } from './booking-dialog.tsx';

/** Between clearing a vehicle and the list of completed bookings, in milliseconds. */
const redirectPause = 1000;

export interface BookingDetailProps {
  /** The booking that is open; '' when none is. */
  id: string;
  onClose: () => void;
  /** A booking that was open has changed, and the list behind it has not yet. */
  onChanged: () => void;
  /** To look at only: titled with the first name, without actions. */
  readOnly?: boolean | undefined;
}

/** The booking open over a list. It is read from the server, so that a link to it works alone. */
export function BookingDetail({ id, onClose, onChanged, readOnly }: BookingDetailProps) {
  const shown = useOpening(id);
  const navigate = useNavigate();
  const redirect = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(redirect.current), []);

  const changed = useRef(false);
  const tellList = useEffectEvent(() => {
    if (changed.current) onChanged();
    changed.current = false;
  });
  useEffect(() => {
    if (id === '') tellList();
  }, [id]);

  if (shown.id === '') return null;
  return (
    <BookingDialog
      key={shown.round}
      id={shown.id}
      opened={id !== ''}
      readOnly={readOnly}
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
