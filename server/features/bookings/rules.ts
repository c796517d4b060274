import type { NewBooking } from '#contract/booking-fields.ts';
import type { Booking } from '#contract/bookings.ts';
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
    if (!offence) return invalid('offence', `${id} is not in the catalogue of offences.`);
    if (!offence.perDay && known.includes(offence))
      return invalid('offence', `${id} is on this booking already.`);
    known.push(offence);
  }
  return known;
}

export const idTaken = new Refusal(
  409,
  'id_taken',
  'This booking could not be stored under its _id. Book again with a new one.',
);

/** The refusal of whatever can't be done with a withdrawn booking. */
const isWithdrawn = new Refusal(
  409,
  'withdrawn',
  'This booking was withdrawn. Nothing is due on it, and nothing more is done with it.',
);

export const ownBooking = new Refusal(
  403,
  'own_booking',
  'Nobody withdraws a booking that they made. Ask another zonal head or a state admin.',
);

export const withdrawnAlready = new Refusal(
  409,
  'already_withdrawn',
  'This booking was withdrawn already.',
);

export const justPaid = new Refusal(
  409,
  'just_paid',
  "This booking was just paid, so it can't be withdrawn.",
);

export function whyNotWithdrawn({
  paid,
  withdrawal,
}: Pick<Booking, 'paid' | 'withdrawal'>): Refusal | null {
  if (withdrawal) return withdrawnAlready;
  return paid ? new Refusal(409, 'paid', "This booking is paid, so it can't be withdrawn.") : null;
}

export function whyNotCleared(booking: Booking): Refusal {
  if (booking.withdrawal) return isWithdrawn;
  return booking.completed
    ? new Refusal(409, 'already_completed', 'This vehicle was cleared already.')
    : new Refusal(409, 'not_paid', 'The bill is not paid yet, so the vehicle cannot be cleared.');
}
