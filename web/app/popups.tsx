import { lazy, Suspense, useEffect } from 'react';
import { DrivingTestPopup } from '#web/features/driving-tests/driving-test-popup.tsx';
import { InsurancePopup } from '#web/features/insurance/insurance-popup.tsx';
import type { PopupName } from '#web/lib/popups.ts';

const loadBookingForm = () => import('#web/features/bookings/booking-form/booking-form.tsx');

const BookingForm = lazy(async () => ({ default: (await loadBookingForm()).BookingForm }));

const loadCollisionForm = () => import('#web/features/collisions/form/collision-form.tsx');

const CollisionForm = lazy(async () => ({ default: (await loadCollisionForm()).CollisionForm }));

interface PopupsProps {
  opened: PopupName | null;
  onClose: () => void;
}

/** The popup that is open, if any. */
export function Popups({ opened, onClose }: PopupsProps) {
  // Fetched ahead with the screen it leads to, for the roadside where the network may be gone by then.
  useEffect(() => {
    loadBookingForm().catch(() => undefined);
    loadCollisionForm().catch(() => undefined);
    import('./unpaid-page.tsx').catch(() => undefined);
  }, []);
  if (opened === null) return null;
  if (opened === 'booking') {
    return (
      <Suspense fallback={null}>
        <BookingForm onClose={onClose} />
      </Suspense>
    );
  }
  if (opened === 'insurance') return <InsurancePopup onClose={onClose} />;
  if (opened === 'driving test') return <DrivingTestPopup onClose={onClose} />;
  return (
    <Suspense fallback={null}>
      <CollisionForm onClose={onClose} />
    </Suspense>
  );
}
