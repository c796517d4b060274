import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ulid } from 'ulid';
import type { Organisation } from '#contract/places.ts';
import type { DraftKeeper } from '#web/forms/drafts/draft-keeper.ts';
import { rememberPlace, type RememberedPlace } from '#web/forms/remembered-place.ts';
import { useCurrentUser, useDispatch } from '#web/api/store-hooks.ts';
import type { ErrorSummaryProps } from '#web/ui/fields/error-summary.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { createBooking, useBookings } from '../slice.ts';
import { unexpected } from '#web/api/unexpected.ts';
import { bookingOf, draftErrors, fieldId, type BookingDraft } from './draft.ts';
import { maySubmit } from './rules.ts';
import { fieldOrder } from './sections.ts';
import { errorOf, type BookingFormState } from './use-booking-form.ts';

/** `attempt` counts the refusals; `message` is the server's sentence, null for our own checks. */
interface Refused {
  attempt: number;
  message: string | null;
}

/**
 * Sends the booking. On success the form closes and the unpaid bookings open; on failure what
 * was refused stands at its fields and in `refusal`, for the summary. Nothing typed is lost.
 */
export function useSubmit(
  form: BookingFormState,
  keeper: DraftKeeper<BookingDraft>,
  onClose: () => void,
) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const user = useCurrentUser();
  const catalogue = useBookings(({ booking }) => booking.catalogue);
  const here = useRef(true);
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<Refused>({ attempt: 0, message: null });

  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  function refuse(errors: Record<string, string>, message: string | null): void {
    form.setErrors(errors);
    setRefused(({ attempt }) => ({ attempt: attempt + 1, message }));
  }

  async function submit(): Promise<void> {
    if (saving || !maySubmit(form.values)) return;
    const errors = draftErrors(form.values);
    if (Object.keys(errors).length > 0) {
      refuse(errors, null);
      return;
    }
    const sent = form.values;
    setSaving(true);
    // Should the page end before the answer, the same booking can be sent again under its id.
    await keeper.beginSending();
    const outcome = await dispatch(createBooking(bookingOf(sent, catalogue?.offences ?? [])));
    setSaving(false);
    if (createBooking.fulfilled.match(outcome)) {
      toastDone('Booking added');
      void keeper.settle();
      if (user) void rememberPlace(user.id, placeOf(sent, outcome.payload.organisation));
      // Somebody who gave the form up meanwhile is elsewhere by now, and stays there.
      if (!here.current) return;
      onClose();
      void navigate('/unpaid');
    } else {
      const failed = outcome.payload ?? unexpected;
      const arrived = failed.code === 'id_taken';
      // The next one is another booking: the officer has been told to look for the first.
      if (arrived) {
        await keeper.drop();
        form.setFieldValue('_id', ulid());
      }
      if (failed.status !== 0 && failed.status !== sessionOver) keeper.refused();
      const message = arrived ? arrivedBefore : failed.message;
      refuse(failed.fields, message);
      toastFailed(message);
    }
  }

  return { saving, refusal: refusalOf(form, refused), submit };
}

/** The status of a session that ended: the booking goes on waiting as a draft. */
const sessionOver = 401;

const placeOf = (
  { zone, team, beatCode }: BookingDraft,
  organisation: Organisation,
): RememberedPlace => ({ organisation, zone, team, beatCode });

/** An answer was lost, the form was changed, and now it no longer is what the server holds. */
const arrivedBefore =
  'This booking arrived before you changed it. Look at the unpaid bookings first: Submit would now make a second one.';

/** What the summary of errors says: only what is still wrong of what was refused last. */
function refusalOf(form: BookingFormState, { attempt, message }: Refused): ErrorSummaryProps {
  const problems = fieldOrder.flatMap((field) => {
    const error = errorOf(form, field);
    return error === undefined ? [] : [{ field: fieldId(field), message: error }];
  });
  if (attempt === 0) return { attempt, problems: [] };
  if (message === null) return { attempt, problems };
  return problems.length > 0
    ? { attempt, problems, title: message }
    : { attempt, problems: [{ message }], title: 'The booking was not added' };
}
