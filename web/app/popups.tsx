import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { type PopupName, useOpenPopup } from '#web/api/popups.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { onFirstUse } from '#web/ui/overlay/late.ts';
import { loadBookingForm, loadCollisionForm } from './asked-form.ts';

const BookingForm = lazy(async () => ({ default: (await loadBookingForm()).BookingForm }));

const CollisionForm = lazy(async () => ({ default: (await loadCollisionForm()).CollisionForm }));

const loadInterruptedForm = () => import('#web/forms/drafts/interrupted-form.ts');

const loadSamples = () => import('./sample-popups.ts');

const InsurancePopup = lazy(async () => ({ default: (await loadSamples()).InsurancePopup }));

const DrivingTestPopup = lazy(async () => ({ default: (await loadSamples()).DrivingTestPopup }));

const popups = {
  booking: BookingForm,
  insurance: InsurancePopup,
  collision: CollisionForm,
  'driving test': DrivingTestPopup,
} as const;

interface PopupsProps {
  opened: PopupName | null;
  onClose: () => void;
  /** The popup that was opened is there. */
  onShown: () => void;
}

/** The popup that is open, if any. */
export function Popups({ opened, onClose, onShown }: PopupsProps) {
  // Fetched early, with the screen that follows: at the roadside there may be no network later.
  useEffect(
    () =>
      onFirstUse(() => {
        loadBookingForm().catch(() => undefined);
        loadCollisionForm().catch(() => undefined);
        loadSamples().catch(() => undefined);
        import('./unpaid-page.tsx').catch(() => undefined);
      }),
    [],
  );
  useInterruptedForm();
  if (opened === null) return null;
  const Popup = popups[opened];
  return (
    <Suspense fallback={null}>
      <Popup onClose={onClose} />
      <Shown onShown={onShown} />
    </Suspense>
  );
}

/** Tells when what stands beside it has been fetched. */
function Shown({ onShown }: { onShown: () => void }) {
  const tell = useEffectEvent(onShown);
  useEffect(() => {
    tell();
  }, []);
  return null;
}

/** Opens the form again that was open when the person's last session ended. */
function useInterruptedForm(): void {
  const open = useOpenPopup();
  const userId = useCurrentUser()?.id;
  const reopen = useEffectEvent((form: PopupName) => open(form));
  useEffect(() => {
    if (userId === undefined) return undefined;
    let unmounted = false;
    const find = async () => {
      const { interruptedForm } = await loadInterruptedForm();
      const form = await interruptedForm(userId);
      if (form !== null && !unmounted) reopen(form);
    };
    find().catch(() => undefined);
    return () => {
      unmounted = true;
    };
  }, [userId]);
}
