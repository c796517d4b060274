import { useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { IconQrcode } from '#web/ui/icons.ts';
import { ShowBooking } from './show-booking.tsx';

/** Shows the ticket of a booking to its driver. */
export function ShowButton({ id, inHead = false }: { id: string; inHead?: boolean }) {
  const [showing, setShowing] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant={inHead ? undefined : 'primary'}
        iconOnPhone={inHead}
        icon={<IconQrcode size={16} aria-hidden />}
        onClick={() => setShowing(true)}
      >
        <span>Show to driver</span>
      </Button>
      {showing && <ShowBooking id={id} onClose={() => setShowing(false)} />}
    </>
  );
}
