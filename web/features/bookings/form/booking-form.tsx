import { useOpeningDrafts } from '#web/forms/drafts/use-opening-drafts.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { BookingSheet } from './booking-sheet.tsx';
import { bookingDraftSchema } from './draft-schema.ts';

/** The New Booking Form. `onClose` is called once it is done with: sent, kept as a draft or given up. */
export function BookingForm({ onClose }: { onClose: () => void }) {
  const user = useCurrentUser();
  const allowed = useMay('book');
  const userId = allowed && user ? user.id : null;
  const kept = useOpeningDrafts('booking', userId, bookingDraftSchema);
  if (kept === null) return null;
  return <BookingSheet kept={kept} userId={userId} onClose={onClose} />;
}
