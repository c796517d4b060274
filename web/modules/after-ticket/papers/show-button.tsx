import { useState } from 'react';
import type { Booking } from '#contract/bookings.ts';
import { outcomeWords } from '#contract/charge-words.ts';
import type { Say } from '#contract/language.ts';
import { doNotPay, noBills, showTicket } from '#contract/modules/after-ticket/papers.ts';
import { owesMoney } from '#contract/owed.ts';
import { dataOf } from '#web/api/call.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { useSay } from '#web/device/language.ts';
import { knownBooking } from '#web/features/bookings/known-bookings.ts';
import { readBooking, useBookings } from '#web/features/bookings/slice.ts';
import { ShowTicket } from '#web/modules/after-ticket/papers/paper/show-ticket.tsx';
import { useRecord } from '#web/records/use-record.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconQrcode } from '#web/ui/icons.ts';

/** Shows the ticket of a booking to its driver. */
export function ShowButton({ id, inHead = false }: { id: string; inHead?: boolean }) {
  const [showing, setShowing] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant={inHead ? undefined : 'primary'}
        iconOnTablet={inHead}
        icon={<IconQrcode size={16} aria-hidden />}
        onClick={() => setShowing(true)}
      >
        <span>Show to driver</span>
      </Button>
      {showing && <ShowBooking id={id} onClose={() => setShowing(false)} />}
    </>
  );
}

/** The ticket of a booking that the server has, on the screen for its driver. */
function ShowBooking({ id, onClose }: { id: string; onClose: () => void }) {
  const tellOfficer = useSay();
  const dispatch = useDispatch();
  const known = useBookings((state) => knownBooking(state.booking, id));
  // Its bill may be made while it is shown.
  const { record: booking } = useRecord(id, (signal) => readBooking(dispatch, id, signal), known);
  const { data, failure } = useLoaded(id, (signal) =>
    dataOf(showTicket, { params: { id }, signal }),
  );
  return (
    <Dialog opened onClose={onClose} title={tellOfficer('Show to driver')} size="sm">
      {failure !== null && <Notice kind="warn">{failure}</Notice>}
      {data && booking && (
        <ShowTicket
          ticket={{
            plate: booking.registration,
            price: booking.price,
            billRef: owesMoney(booking) && !data.inQuestion ? booking.billRef : null,
            state: (say) =>
              data.inQuestion ? say(doNotPay) : stateOf(say, booking, data.takesBills),
            organisation: booking.organisation,
            language: booking.language,
            toPay:
              owesMoney(booking) &&
              !data.inQuestion &&
              (data.takesBills || booking.billRef !== null),
            phone: booking.phoneNo,
            signedAddress: data.signedAddress,
          }}
        />
      )}
    </Dialog>
  );
}

function stateOf(say: Say, booking: Booking, takesBills: boolean): string {
  const { paid, completed, withdrawal, decision, price, billRef, receipt } = booking;
  if (withdrawal) return say('Withdrawn. There is nothing to pay.');
  if (decision)
    return say('Decided in court: {outcome}. There is nothing to pay.', {
      outcome: outcomeWords(decision.outcomes, say),
    });
  if (completed) return say('The vehicle is cleared.');
  if (paid) return receipt === '' ? say('Paid.') : say('Paid, receipt {receipt}.', { receipt });
  if (price === 0) return say('There is nothing to pay.');
  if (billRef !== null) return say('Not paid yet.');
  return takesBills ? say('Hanya is creating the bill.') : say(noBills);
}
