import { type OfflineRecord, offlineRecords } from '#contract/records.ts';
import type { DB } from './tables.ts';

export type RecordTable = `${OfflineRecord}s` & keyof DB;

/** The table of each kind of record that comes from a device: what several of them are called. */
export const recordTables = Object.fromEntries(
  offlineRecords.map((kind) => [kind, `${kind}s`]),
) as Readonly<Record<OfflineRecord, RecordTable>>;
