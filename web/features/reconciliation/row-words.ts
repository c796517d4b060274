import type { Reconciliation, ReconciliationRow } from '#contract/reconciliation.ts';
import { shortWeekday } from '#web/format/calendar.ts';
import { capitalised } from '#web/format/words.ts';
import type { ReconciliationAddress } from './reconciliation-address.ts';

/** What a row is called, and what says more of it; '' for nothing. */
export function nameOf(
  { by, rows }: Reconciliation,
  { label, detail }: ReconciliationRow,
): { name: string; detail: string } {
  if (by === 'day') return { name: label, detail: shortWeekday(label) };
  // One organisation need not be said of each of its zones.
  if (by === 'zone' && rows.every((row) => row.detail === detail))
    return { name: label, detail: '' };
  return { name: label, detail: capitalised(detail) };
}

/** What every list behind a figure is narrowed to. */
export const placeOf = ({ from, to, organisation, zone }: ReconciliationAddress) => ({
  from,
  to,
  organisation,
  zone,
});
