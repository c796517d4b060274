import { type RecordName, records } from '#contract/records.ts';

/** The address of a record that is open over its list. */
export const recordAddress = (kind: RecordName, id: string): string =>
  `${records[kind].screen}?open=${id}`;
