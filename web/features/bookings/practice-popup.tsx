import { useState } from 'react';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import type { Practised } from './form/booking-form.tsx';

const form = lazyPart(() => import('./form/booking-form.tsx'));
const tickets = lazyPart(() => import('./ticket-dialogs.tsx'));

/** The booking form to practise with, and then its made-up ticket. */
export function PracticePopup({ onClose }: { onClose: () => void }) {
  const [practised, setPractised] = useState<Practised | null>(null);
  const PracticeForm = form.useNeeded()?.PracticeForm;
  const PracticeTicket = tickets.useNeeded()?.PracticeTicket;
  if (practised && PracticeTicket) return <PracticeTicket {...practised} onClose={onClose} />;
  return PracticeForm && <PracticeForm onPractised={setPractised} onClose={onClose} />;
}
