import { lazy, Suspense, useEffect } from 'react';
import type { PopupName } from '#web/lib/popups.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';

const loadBookingForm = () => import('#web/features/bookings/booking-form/booking-form.tsx');

const BookingForm = lazy(async () => ({ default: (await loadBookingForm()).BookingForm }));

const comingLater = {
  insurance: {
    title: 'Vehicle Insurance',
    sentence: 'This form comes later: here the insurance of a vehicle is checked by its plate.',
  },
  collision: {
    title: 'New Collision Form',
    sentence:
      'This form comes later: here a collision is recorded with its vehicles, evidence and statements.',
  },
  'driving test': {
    title: 'Driving Test',
    sentence: 'This form comes later: here a driver is entered for a driving test.',
  },
} as const;

interface PopupsProps {
  opened: PopupName | null;
  onClose: () => void;
}

/** The popup that is open, if any. */
export function Popups({ opened, onClose }: PopupsProps) {
  // Fetched ahead with the screen it leads to, for the roadside where the network may be gone by then.
  useEffect(() => {
    loadBookingForm().catch(() => undefined);
    import('#web/features/bookings/unpaid-page.tsx').catch(() => undefined);
  }, []);
  if (opened === null) return null;
  if (opened === 'booking') {
    return (
      <Suspense fallback={null}>
        <BookingForm onClose={onClose} />
      </Suspense>
    );
  }
  const { title, sentence } = comingLater[opened];
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Notice>{sentence}</Notice>
    </Dialog>
  );
}
