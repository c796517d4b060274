import { type RecordName, records } from '#contract/records.ts';

/** Where one record is opened over its list. */
export const recordAddress = (kind: RecordName, id: string): string =>
  `${records[kind].screen}?open=${id}`;
