import type { WaitingRecord } from './waiting-record.ts';

let asked: WaitingRecord | null = null;

/** Has the next form of its kind open with a record that the server refused. */
export function openToMend(record: WaitingRecord): void {
  asked = record;
}

/** The record with which the form of a kind is to open; null for none. */
export const askedToMend = (kind: WaitingRecord['kind']): WaitingRecord | null =>
  asked?.kind === kind ? asked : null;

export function forgetMending(): void {
  asked = null;
}
