import { createHash } from 'node:crypto';
import { stringify } from 'safe-stable-stringify';
import type { NewBooking } from '#contract/booking-fields.ts';
import type { Offence } from '#contract/offences.ts';
import { type Organisation, stateOfOrganisation } from '#contract/places.ts';
import type { Scope } from '../../http/caller.ts';
import { invalid, type Outcome, Refusal } from '../../http/refusal.ts';

/** Stands for what was sent, so that sending it again can be told from sending something else. */
export function bodyHash(booking: NewBooking): string {
  return createHash('sha256').update(stringify(booking)).digest('hex');
}

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

/** The organisation a booking is recorded for, when zone and organisation lie in the maker's scope. */
export function placeOf(
  booking: NewBooking,
  scope: Scope,
  areasOf: (state: string) => readonly string[],
): Outcome<Organisation> {
  const organisation = scope.organisation ?? booking.organisation;
  if (!organisation) return invalid('organisation', 'Choose an organisation.');
  if (booking.organisation && booking.organisation !== organisation)
    return outOfScope(`Your account books for ${organisation} only.`);
  if (!areasOf(stateOfOrganisation(organisation)).includes(booking.zone))
    return invalid('zone', `${booking.zone} is not an area of ${organisation}.`);
  if (scope.zone !== null && scope.zone !== booking.zone)
    return outOfScope(`Your account books in ${scope.zone} only.`);
  return organisation;
}

const outOfScope = (sentence: string): Refusal => new Refusal(403, 'out_of_scope', sentence);

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
