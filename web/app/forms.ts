import type { ComponentType } from 'react';
import type { OfflineRecord } from '#contract/records.ts';

type Form = ComponentType<{ onClose: () => void }>;

/** The forms that an address opens over a screen: `/unpaid?new=booking`. The build reads their names. */
export const forms = {
  booking: () => import('#web/features/bookings/form/booking-form.tsx'),
  collision: () => import('#web/features/collisions/form/collision-form.tsx'),
} satisfies Record<OfflineRecord, () => Promise<{ default: Form }>>;
