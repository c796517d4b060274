import type { OfflineRecord } from '#contract/records.ts';

/** The forms that an address opens over a screen: `/unpaid?new=booking`. The build reads their names. */
export const forms = {
  booking: () => import('#web/features/bookings/form/booking-form.tsx'),
  collision: () => import('#web/features/collisions/form/collision-form.tsx'),
} satisfies Record<OfflineRecord, () => Promise<unknown>>;
