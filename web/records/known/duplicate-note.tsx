import { IconCopyX } from '@tabler/icons-react';
import type { DossierBooking } from '#contract/dossiers.ts';
import { useOwnBookings } from '../bookings-path.ts';
import { clockOf } from '#web/format/time.ts';
import { useRelativeTime } from '#web/format/use-relative-time.ts';
import { joined, listed } from '#web/format/words.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './known-note.module.css';
import { OutsideLink } from './outside-link.tsx';

/** Warns of a booking that the one being made may repeat; it never stands in the way. */
export function DuplicateNote({ booking, value }: { booking: DossierBooking; value: string }) {
  const { createdAt, createdBy, zone, location, offence } = booking;
  const { path } = useOwnBookings();
  const age = useRelativeTime(createdAt);
  const codes = listed([...new Set(offence.map(({ id }) => id))]);
  return (
    <Notice kind="warn" icon={<IconCopyX size={18} aria-hidden />}>
      <p>
        <b>This may be a duplicate.</b> {createdBy.name} booked <b>{value.trim().toUpperCase()}</b>{' '}
        at {clockOf(createdAt)}, {age.toLowerCase()}, in {joined([location, zone])} for {codes}.
      </p>
      <div className={css['steps']}>
        <OutsideLink to={`${path}?open=${booking._id}`}>Open that booking</OutsideLink>
      </div>
    </Notice>
  );
}
