import { naira } from '#web/format/money.ts';
import { bookingReference } from '#web/format/reference.ts';
import { dateOf, momentOf } from '#web/format/time.ts';
import { joined, plural } from '#web/format/words.ts';
import { stateWords } from '#web/records/known/kept-booking.tsx';
import { type AsAt, knownOfKept } from '#web/records/known/known-plates.ts';
import { openWords } from '#web/records/known/known-rules.ts';
import type { KeptPlate } from '#web/records/known/plates-on-device.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './dossier-screen.module.css';

/** While the dossier itself can't be read: what this device keeps of the plate, and from when. */
export function KeptPlateCard({ found, readAt }: AsAt<KeptPlate>) {
  const { bookings, often } = found;
  const open = openWords(knownOfKept(found));
  return (
    <Card title="Kept on this device">
      <p className={css['kept']}>
        <b>{open === '' ? 'Nothing to pay' : open}</b>, as at {momentOf(readAt)}.{' '}
        {often && `${oftenWords(often)} `}
        What changed since, collisions and the history need the network.
      </p>
      <ul className={classNames('column gap-3 small', css['keptBookings'])}>
        {bookings.map((booking) => (
          <li key={booking.id}>
            {joined([
              dateOf(booking.madeAt),
              naira(booking.price),
              stateWords(booking),
              bookingReference(booking.id),
            ])}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function oftenWords({ bookings, paid }: NonNullable<KeptPlate['often']>): string {
  const all = `Booked ${bookings} times`;
  return paid === 0 ? `${all}.` : `${all}, ${plural(paid, 'booking')} paid.`;
}
