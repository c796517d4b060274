import { type ComponentType, useEffect, useEffectEvent } from 'react';
import { type OfflineRecord, offlineRecords } from '#contract/records.ts';
import { may } from '#contract/roles.ts';
import { type PopupName, useOpenPopup } from '#web/api/popups.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { toastPlace } from '#web/ui/feedback/toast.tsx';
import { overlays } from '#web/ui/overlay/lazy-overlays.ts';
import { type LazyPart, lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { forms } from './pages.ts';

const loadInterruptedForm = () => import('#web/forms/drafts/interrupted-form.ts');

const loadPractice = () => import('#web/features/bookings/practice-popup.tsx');

const loadCheck = () => import('#web/modules/field-work/check-ticket/check-ticket-popup.tsx');

const loadSamples = () => import('./sample-popups.ts');

interface Fetched {
  Popup: ComponentType<{ onClose: () => void }>;
}

const formPopups = Object.fromEntries(
  offlineRecords.map((kind) => [
    kind,
    lazyPart(async () => ({ Popup: (await forms[kind]()).default })),
  ]),
) as Record<OfflineRecord, LazyPart<Fetched>>;

const popups: Record<PopupName, LazyPart<Fetched>> = {
  ...formPopups,
  practice: lazyPart(async () => ({ Popup: (await loadPractice()).PracticePopup })),
  'check ticket': lazyPart(async () => ({ Popup: (await loadCheck()).CheckTicketPopup })),
  insurance: lazyPart(async () => ({ Popup: (await loadSamples()).InsurancePopup })),
  'driving test': lazyPart(async () => ({ Popup: (await loadSamples()).DrivingTestPopup })),
};

const unpaid = lazyPart(() => import('./unpaid-with-map.tsx'));

interface PopupProps {
  onClose: () => void;
  /** The popup that was opened is there. */
  onShown: () => void;
}

/** The popup that is open, if any. */
export function PopupHost({ opened, onClose, onShown }: PopupProps & { opened: PopupName | null }) {
  useFetchedAhead();
  useInterruptedForm();
  return opened && <OpenPopup key={opened} name={opened} onClose={onClose} onShown={onShown} />;
}

/**
 * Fetches the forms and their overlays ahead, since the roadside may have no network later. Where
 * data is paid for, only those who may send a form get it.
 */
function useFetchedAhead(): void {
  const role = useCurrentUser()?.role;
  const always = role !== undefined && may(role, 'book');
  overlays.useAhead(always);
  toastPlace.useAhead(always);
  for (const kind of offlineRecords) popups[kind].useAhead(always);
  popups.insurance.useAhead(false);
  popups['driving test'].useAhead(false);
  unpaid.useAhead(false);
}

function OpenPopup({ name, onClose, onShown }: PopupProps & { name: PopupName }) {
  const there = popups[name].useNeeded();
  const tell = useEffectEvent(onShown);
  useEffect(() => {
    if (there) tell();
  }, [there]);
  return there && <there.Popup onClose={onClose} />;
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
