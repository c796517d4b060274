import type { Capture } from '#contract/capture.ts';
import type { LateRecord } from '#contract/late-records.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';

const hour = 3_600_000;

const madeAfterItWasSent = new Refusal(
  409,
  'made_in_future',
  "The phone's clock was set back after this was made. Send it again as made just now.",
);

/**
 * Milliseconds that a record was on its way. Only the time between the device's two moments counts,
 * whatever its clock says; a record of the future is a 409.
 */
export function timeOnTheWay({ madeAt, sentAt }: Capture): Outcome<number> {
  const between = Date.parse(sentAt) - Date.parse(madeAt);
  return between < 0 ? madeAfterItWasSent : between;
}

/** True if a record was on its way for longer than the limit, in hours, and needs a superior. */
export const isTooLate = (onTheWay: number, limitHours: number): boolean =>
  onTheWay > limitHours * hour;

export const tooLate = (limitHours: number) =>
  new Refusal(
    409,
    'too_late',
    `This was made more than ${limitHours} hours ago, so a zonal head or a state admin must let it in. Hanya tells them, and the record stays on this phone until then.`,
  );

export const otherRecord = new Refusal(
  409,
  'other_record',
  'This is not the record that the superior was asked about. Send it as it was then, or remove it and make it again.',
);

/** A record as far as it is told again by each attempt to send it. */
interface Told {
  readonly kind: string;
  readonly organisation: string;
  readonly zone: string;
  readonly label: string;
}

/**
 * True if a record is the one that a superior was asked about. An older version's question has only
 * the first four fields.
 */
export function isSame(
  asked: Told & { readonly body_hash: string | null },
  arriving: Told & { readonly bodyHash: string },
): boolean {
  if (asked.body_hash !== null)
    return asked.kind === arriving.kind && asked.body_hash === arriving.bodyHash;
  const told = ['kind', 'organisation', 'zone', 'label'] as const;
  return told.every((field) => asked[field] === arriving[field]);
}

export const keptOut = (reason: string) =>
  new Refusal(409, 'kept_out', `A superior didn't let this late record in: ${reason}`);

export const tooManyWait = new Refusal(
  409,
  'too_many_late',
  'Too many of your late records are waiting for a superior, who must decide about those first.',
);

export const arrivedAlready = new Refusal(
  409,
  'arrived_already',
  'This record has arrived, so you can no longer remove it. A superior can withdraw it.',
);

/** The reason why somebody may not decide about a late record; null where they may. */
export function whyNotDecidedBy(userId: string, { officer, decision }: LateRecord): Refusal | null {
  if (officer.id === userId)
    return new Refusal(
      403,
      'own_record',
      'You cannot let in your own record. Ask another superior.',
    );
  return decision
    ? new Refusal(409, 'already_decided', 'Somebody has already decided about this record.')
    : null;
}
