import type { Capture } from '#contract/capture.ts';
import { said, sayEnglish } from '#contract/language.ts';
import type { LateRecord } from '#contract/late-records.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';

const hourMs = 3_600_000;

const sentBeforeMade = new Refusal(
  409,
  'made_in_future',
  'The phone’s clock was set back after this record was made. Send the record again with the current time.',
);

/**
 * Milliseconds from making a record to sending it, both by the device's own clock. 409 where the
 * device says that it sent the record before it made it.
 */
export function timeOnTheWay({ madeAt, sentAt }: Capture): Outcome<number> {
  const onTheWayMs = Date.parse(sentAt) - Date.parse(madeAt);
  return onTheWayMs < 0 ? sentBeforeMade : onTheWayMs;
}

/** True if a record was on its way for longer than the limit, so that a superior must let it in. */
export const isTooLate = (onTheWayMs: number, limitHours: number): boolean =>
  onTheWayMs > limitHours * hourMs;

export const tooLate = (limitHours: number) =>
  new Refusal(
    409,
    'too_late',
    sayEnglish(
      'This record was made more than {hours} hours ago, so a zonal head or a state admin must accept it. Hanya will tell them. The record stays on this device until then.',
      { hours: limitHours },
    ),
  );

export const otherRecord = new Refusal(
  409,
  'other_record',
  said(
    'This record has changed since you asked to have it accepted. Send the record as it was then, or remove it and make a new one.',
  ),
);

/** The fields that every attempt to send a record repeats. */
interface Repeated {
  readonly kind: string;
  readonly organisation: string;
  readonly zone: string;
  readonly label: string;
}

/**
 * True if an arriving record is the one that a superior was asked about. A question from an older
 * version has no hash, so the repeated fields decide.
 */
export function isRecordAskedAbout(
  asked: Repeated & { readonly body_hash: string | null },
  arriving: Repeated & { readonly bodyHash: string },
): boolean {
  if (asked.body_hash !== null)
    return asked.kind === arriving.kind && asked.body_hash === arriving.bodyHash;
  const repeated = ['kind', 'organisation', 'zone', 'label'] as const;
  return repeated.every((field) => asked[field] === arriving[field]);
}

export const keptOut = (reason: string) =>
  new Refusal(
    409,
    'kept_out',
    sayEnglish('A zonal head or a state admin refused this late record: {reason}', { reason }),
  );

export const tooManyWait = new Refusal(
  409,
  'too_many_late',
  said(
    'Too many of your late records are waiting. A zonal head or a state admin must decide on those first.',
  ),
);

export const arrivedAlready = new Refusal(
  409,
  'arrived_already',
  'This record has arrived, so you can no longer remove it. A zonal head or a state admin can withdraw it.',
);

/** The reason why somebody may not decide on a late record; null where they may. */
export function whyNotDecidedBy(userId: string, { officer, decision }: LateRecord): Refusal | null {
  if (officer.id === userId)
    return new Refusal(
      403,
      'own_record',
      'You cannot decide on your own record. Ask another zonal head or a state admin.',
    );
  return decision
    ? new Refusal(409, 'already_decided', 'Somebody has already decided on this record.')
    : null;
}
