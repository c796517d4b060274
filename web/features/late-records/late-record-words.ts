import type { LateRecord } from '#contract/late-records.ts';
import { bookingReference, collisionReference } from '#web/format/reference.ts';
import { capitalised } from '#web/format/words.ts';

/** A late record's name: `Booking, ABC-123DE`. */
export function lateRecordName({
  kind,
  label,
  _id,
}: Pick<LateRecord, 'kind' | 'label' | '_id'>): string {
  const reference = kind === 'booking' ? bookingReference(_id) : collisionReference(_id);
  return `${capitalised(kind)}, ${label || reference}`;
}

const hour = 3_600_000;

/**
 * The time that a record was on its way when its device first tried to send it: `4 days`, `75
 * hours`.
 */
export function onItsWay({ madeAt, askedAt }: Pick<LateRecord, 'madeAt' | 'askedAt'>): string {
  const hours = Math.round((Date.parse(askedAt) - Date.parse(madeAt)) / hour);
  return hours < 96 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}
