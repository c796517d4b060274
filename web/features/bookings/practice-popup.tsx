import { useState } from 'react';
import { type Practised, Slot } from '#web/records/slot.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';

const form = lazyPart(() => import('./form/booking-form.tsx'));

/** The booking form to practise with, and then its made-up ticket. */
export function PracticePopup({ onClose }: { onClose: () => void }) {
  const [practised, setPractised] = useState<Practised | null>(null);
  const PracticeForm = form.useNeeded()?.PracticeForm;
  if (practised) return <Slot name="practised ticket" {...practised} onClose={onClose} />;
  return PracticeForm && <PracticeForm onPractised={setPractised} onClose={onClose} />;
}
