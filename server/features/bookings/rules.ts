import type { NewBooking } from '#contract/booking-fields.ts';
import type { Offence } from '#contract/offences.ts';
import { invalid, type Outcome, Refusal } from '../../http/refusal.ts';

/** The offences as the catalogue has them today: nothing a client says of name or price is believed. */
export function pricedOffences(
  chosen: NewBooking['offence'],
  offenceById: (id: string) => Offence | undefined,
): Outcome<readonly Offence[]> {
  const priced: Offence[] = [];
  for (const { id } of chosen) {
    const offence = offenceById(id);
    if (!offence) return invalid('offence', `${id} is not in the catalogue of offences.`);
    if (!offence.perDay && priced.includes(offence))
      return invalid('offence', `${id} is on this booking already.`);
    priced.push(offence);
  }
  return priced;
}

/** Kobo. */
export function priceOf(offences: readonly Offence[]): number {
  return offences.reduce((sum, offence) => sum + offence.amount * 100, 0);
}

export const idTaken = new Refusal(
  409,
  'id_taken',
  'This booking could not be stored under its _id. Book again with a new one.',
);

/** Why a vehicle cannot be cleared. */
export function whyNotCleared(booking: { paid: boolean; completed: boolean }): Refusal {
  return booking.completed
    ? new Refusal(409, 'already_completed', 'This vehicle was cleared already.')
    : new Refusal(409, 'not_paid', 'The bill is not paid yet, so the vehicle cannot be cleared.');
}
