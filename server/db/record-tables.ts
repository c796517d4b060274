import type { OfflineRecord } from '#contract/records.ts';
import type { DB } from './tables.ts';

/** The table of each kind of record that comes from a device. */
export const recordTables = {
  booking: 'bookings',
  collision: 'collisions',
} as const satisfies Record<OfflineRecord, keyof DB>;
