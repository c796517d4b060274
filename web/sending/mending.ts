import type { WaitingRecord } from './waiting-record.ts';

let asked: WaitingRecord | null = null;
let again: { kind: WaitingRecord['kind']; body: WaitingRecord['body'] } | null = null;

/** Has the next form of its kind open with a record that the server refused. */
export function openToMend(record: WaitingRecord): void {
  asked = record;
}

/** The record with which the form of a kind is to open; null for none. */
export const askedToMend = (kind: WaitingRecord['kind']): WaitingRecord | null =>
  asked?.kind === kind ? asked : null;

/** Has the next form of its kind open as a new record with these words. */
export function openAgain(kind: WaitingRecord['kind'], body: WaitingRecord['body']): void {
  again = { kind, body };
}

/** The words with which a new form of a kind is to open; null for none. */
export const askedAgain = (kind: WaitingRecord['kind']): WaitingRecord['body'] | null =>
  again?.kind === kind ? again.body : null;

export function forgetMending(): void {
  asked = null;
  again = null;
}
