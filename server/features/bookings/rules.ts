import { correctionMinutes } from '#contract/booking-corrections.ts';
import { type Booking, minReasonLength } from '#contract/bookings.ts';
import { said, sayEnglish } from '#contract/language.ts';
import { needLicenceOrRegistration, type NewBooking } from '#contract/new-bookings.ts';
import type { Offence } from '#contract/offences.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';

/** The offences as the catalogue has them: names and prices that a client sends are not trusted. */
export function chosenOffences(
  chosen: NewBooking['offence'],
  catalogue: readonly Offence[],
): Outcome<readonly Offence[]> {
  const byId = new Map(catalogue.map((offence) => [offence.id, offence]));
  const known: Offence[] = [];
  for (const { id } of chosen) {
    const offence = byId.get(id);
    if (!offence)
      return invalid('offence', sayEnglish('{id} is not in the catalogue of offences.', { id }));
    if (!offence.perDay && known.includes(offence))
      return invalid('offence', sayEnglish('{id} is already on this booking.', { id }));
    known.push(offence);
  }
  return known;
}

export const idTaken = new Refusal(
  409,
  'id_taken',
  'This booking could not be stored under its _id. Book again with a new _id.',
);

/** The refusal of whatever can't be done with a withdrawn booking. */
const isWithdrawn = new Refusal(
  409,
  'withdrawn',
  'This booking was withdrawn. Nothing is due on it, and nobody can change it.',
);

export const ownBooking = new Refusal(
  403,
  'own_booking',
  'You cannot withdraw a booking that you made. Ask another zonal head or a state admin.',
);

export const withdrawnAlready = new Refusal(
  409,
  'already_withdrawn',
  'This booking has already been withdrawn.',
);

export const justPaid = new Refusal(
  409,
  'just_paid',
  'This booking was just paid, so it cannot be withdrawn.',
);

/** The refusal of whatever can't be done any more once a court has decided. */
const isDecided = new Refusal(
  409,
  'decided',
  'A court has decided on this ticket, so it can no longer be changed.',
);

export function whyNotWithdrawn({
  paid,
  withdrawal,
  decision,
}: Pick<Booking, 'paid' | 'withdrawal' | 'decision'>): Refusal | null {
  if (withdrawal) return withdrawnAlready;
  if (decision) return isDecided;
  return paid ? new Refusal(409, 'paid', 'This booking is paid, so it cannot be withdrawn.') : null;
}

/** A booking, locked, as far as its clearance depends on it. */
export interface Clearable {
  readonly paid: boolean;
  readonly completed: boolean;
  /** Null where it wasn't withdrawn. */
  readonly withdrawal: object | null;
  /** Null while no court's decision has ended it. */
  readonly decided: object | null;
}

/** Another part may keep the vehicle of a ticket that a court decided. */
export function whyNotCleared({ paid, completed, withdrawal, decided }: Clearable): Refusal | null {
  if ((paid || decided) && !completed) return null;
  if (withdrawal) return isWithdrawn;
  return completed
    ? new Refusal(409, 'already_completed', 'This vehicle has already been cleared.')
    : new Refusal(409, 'not_paid', 'The bill is not paid yet, so the vehicle cannot be cleared.');
}

/** Why a locked booking isn't withdrawn: it may have been paid since it was read. */
export function whyNotWithdrawnNow({
  paid,
  withdrawal,
  decided,
}: Pick<Clearable, 'paid' | 'withdrawal' | 'decided'>): Refusal | null {
  if (paid) return justPaid;
  if (decided) return isDecided;
  return withdrawal ? withdrawnAlready : null;
}

/** A booking, locked, as far as its correction depends on it. */
export interface Correctable {
  readonly isOwn: boolean;
  /** Its officer may still correct it. */
  readonly isFresh: boolean;
  /** Printed, shown or opened by its code. */
  readonly isShown: boolean;
  readonly paid: boolean;
  readonly completed: boolean;
  readonly isWithdrawn: boolean;
  /** A court has decided on it. */
  readonly isDecided: boolean;
}

export const correctionOver = new Refusal(
  403,
  'not_yours',
  'Only the officer who made a booking, a zonal head or a state admin can correct it. Report the mistake.',
);

export const correctedSince = new Refusal(
  409,
  'corrected_since',
  'Somebody has corrected this booking since you opened it. Reload the page to see the latest.',
);

export const needsPlateOrLicence = invalid('license', needLicenceOrRegistration);

const clearedAlready = new Refusal(
  409,
  'already_completed',
  'This vehicle has been cleared, so its booking can no longer be changed.',
);

const seenAlready = new Refusal(
  409,
  'seen_already',
  `You can correct your own booking for ${correctionMinutes} minutes, unless it has been printed, shown or paid. Report the mistake, so that a zonal head or a state admin can correct it.`,
);

/** The reason why a booking stays as it is, whoever corrects it; null where it doesn't. */
export function whyItStays(
  is: Pick<Correctable, 'completed' | 'isWithdrawn' | 'isDecided'>,
): Refusal | null {
  if (is.isWithdrawn) return isWithdrawn;
  if (is.isDecided) return isDecided;
  return is.completed ? clearedAlready : null;
}

/** `stopped` is what another part says against it; null where nothing does. */
export function whyNotCorrected(
  is: Correctable,
  stopped: Refusal | null,
  reason: string,
): Refusal | null {
  const stays = whyItStays(is);
  if (stays) return stays;
  if (is.isOwn) return is.isFresh && !is.isShown && !is.paid && !stopped ? null : seenAlready;
  if (stopped) return stopped;
  return reason.length < minReasonLength
    ? invalid('reason', 'Enter the reason for the correction.')
    : null;
}

export const mistakeWaits = new Refusal(
  409,
  'mistake_waits',
  'Somebody has already reported a mistake in this booking. A zonal head or a state admin must answer that report first.',
);

export const noMistake = new Refusal(
  409,
  'no_mistake',
  'Somebody has already dealt with this mistake. Reload the page to see the latest.',
);

export const ownMistake = new Refusal(
  409,
  'own_mistake',
  'You reported this mistake, so another zonal head or state admin must deal with it.',
);

export const notToReplace = invalid(
  'replaces',
  said('Only a withdrawn booking can be made again.'),
);
