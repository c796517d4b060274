import { naira } from '#web/format/money.ts';
import { momentOf } from '#web/format/time.ts';
import { joined } from '#web/format/words.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconDeviceMobile } from '#web/ui/icons.ts';
import { bookingOnDevice } from './known-plates.ts';
import type { KeptBooking } from './plates-on-device.ts';
import { useKept } from './use-kept.ts';

/** In place of a booking that can't be read: its last state, as far as this device keeps it. */
export function KeptBookingNotice({ id }: { id: string }) {
  const kept = useKept(id, true, () => bookingOnDevice(id));
  if (kept === null) return null;
  const { found, readAt } = kept;
  return (
    <Notice kind="soft" icon={<IconDeviceMobile size={18} aria-hidden />}>
      <p>
        <b>
          {joined([found.plate, naira(found.price), stateWords(found)])}, updated {momentOf(readAt)}
        </b>
        , stored on this device. You need a network to use Pay Bill, Check Status or Clear Vehicle.
      </p>
    </Notice>
  );
}

export const stateWords = ({ withdrawn }: KeptBooking): string =>
  withdrawn ? 'withdrawn' : 'not paid';
