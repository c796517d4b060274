import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { may } from '#contract/roles.ts';
import { type PopupName, useOpenPopup } from '#web/api/popups.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { isMetered } from '#web/device/network.ts';
import { fetchToasts } from '#web/ui/feedback/toast.tsx';
import { fetchOverlays } from '#web/ui/overlay/late-overlays.ts';
import { afterFirstUse } from '#web/ui/overlay/when-idle.ts';
import { forms } from './pages.ts';

type Popup = ComponentType<{ onClose: () => void }>;

const loadInterruptedForm = () => import('#web/forms/drafts/interrupted-form.ts');

const loadSamples = () => import('./sample-popups.ts');

const popups: Record<PopupName, () => Promise<Popup>> = {
  booking: async () => (await forms.booking()).BookingForm,
  insurance: async () => (await loadSamples()).InsurancePopup,
  collision: async () => (await forms.collision()).CollisionForm,
  'driving test': async () => (await loadSamples()).DrivingTestPopup,
};

interface PopupsProps {
  opened: PopupName | null;
  onClose: () => void;
  /** The popup that was opened is there. */
  onShown: () => void;
}

/** The popup that is open, if any. */
export function Popups({ opened, onClose, onShown }: PopupsProps) {
  useFetchedAhead();
  useInterruptedForm();
  const popup = usePopup(opened, onShown);
  return popup && <popup.Popup onClose={onClose} />;
}

/**
 * Fetches the forms with what they open in and say, since at the roadside there may be no network
 * later; where data is paid for, only for whoever may send them.
 */
function useFetchedAhead(): void {
  const role = useCurrentUser()?.role;
  const fetchAhead = useEffectEvent(() => {
    const free = !isMetered();
    const writes = role !== undefined && may(role, 'book');
    const parts = [
      ...(free || writes ? [fetchOverlays, fetchToasts, ...Object.values(forms)] : []),
      ...(free ? [loadSamples, () => import('./unpaid-page.tsx')] : []),
    ];
    for (const fetchPart of parts) fetchPart().catch(() => undefined);
  });
  useEffect(() => afterFirstUse(fetchAhead), []);
}

/**
 * The popup once it has been fetched. Without Suspense: React holds back for 0.3 s what was suspended,
 * so that parts of a page don't come one by one, and here there is nothing to wait for.
 *
 * @throws {Error} in rendering, if it can't be fetched.
 */
function usePopup(name: PopupName | null, onShown: () => void): { Popup: Popup } | null {
  const [fetched, setFetched] = useState<Fetched | null>(null);
  const tell = useEffectEvent(onShown);
  useEffect(() => {
    if (name === null) return undefined;
    let unmounted = false;
    const set = (found: Fetched) => {
      if (!unmounted) setFetched(found);
    };
    popups[name]().then(
      (Popup) => set({ name, Popup }),
      (error: unknown) => set({ name, error }),
    );
    return () => {
      unmounted = true;
    };
  }, [name]);
  const shown = fetched?.name === name ? fetched : null;
  useEffect(() => {
    if (shown) tell();
  }, [shown]);
  if (shown && 'error' in shown) throw shown.error;
  return shown;
}

type Fetched = { name: PopupName } & ({ Popup: Popup } | { error: unknown });

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
