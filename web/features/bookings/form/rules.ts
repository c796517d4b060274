import { said } from '#contract/language.ts';
import { bookingNeeds, maxOffencesPerBooking } from '#contract/new-bookings.ts';
import type { Offence } from '#contract/offences.ts';
import type { Condition } from '#web/forms/record/submit-area.tsx';
import type { CatalogueOffence } from './catalogue.ts';
import type { BookingDraft } from './draft.ts';

type Chosen = BookingDraft['offence'];
type Needed = Parameters<(typeof bookingNeeds)[number]['isMet']>[0];

const names = said({
  offence: 'offence',
  license: 'licence or registration',
  name: 'name',
  phoneNo: 'phone number',
  address: 'address',
});

/** The conditions of submitting a booking, in the order of the form. */
export const conditions = (draft: Needed): Condition[] =>
  bookingNeeds.map(({ field, sentence, isMet }) => ({
    name: names[field],
    met: isMet(draft),
    field: `booking-${field}`,
    // The other fields are the driver's: what is missing of them is named in one sentence.
    sentence: field === 'offence' || field === 'license' ? sentence : undefined,
  }));

/** Adds an offence; one that was added already only if it is a charge per day, for another day. */
export function addOffence(chosen: Chosen, { id, perDay }: Pick<Offence, 'id' | 'perDay'>): Chosen {
  const known = chosen.some((offence) => offence.id === id);
  if ((known && !perDay) || chosen.length >= maxOffencesPerBooking) return chosen;
  return [...chosen, { id }];
}

/** Removes one day of a charge per day. */
export function removeOneDay(chosen: Chosen, id: string): Chosen {
  const last = chosen.findLastIndex((offence) => offence.id === id);
  return chosen.filter((_, index) => index !== last);
}

/** Removes an offence with all its days. */
export function removeOffence(chosen: Chosen, id: string): Chosen {
  return chosen.filter((offence) => offence.id !== id);
}

/** The times that each offence was chosen, by its id, in the order of choosing. */
export function timesChosen(chosen: Chosen): Map<string, number> {
  const times = new Map<string, number>();
  for (const { id } of chosen) times.set(id, (times.get(id) ?? 0) + 1);
  return times;
}

/** A line of the ticket. `times` is the number of days; `amount` is naira for all of them. */
export interface TicketLine {
  offence: CatalogueOffence;
  times: number;
  amount: number;
}

/** The chosen offences as lines of the ticket, in the order of choosing. */
export function ticketLines(chosen: Chosen, catalogue: readonly CatalogueOffence[]): TicketLine[] {
  return [...timesChosen(chosen)].flatMap(([id, times]) => {
    const offence = catalogue.find((entry) => entry.id === id);
    return offence ? [{ offence, times, amount: offence.amount * times }] : [];
  });
}

/** The sum of a ticket in naira. */
export function ticketTotal(lines: readonly TicketLine[]): number {
  return lines.reduce((sum, line) => sum + line.amount, 0);
}

/**
 * The price that the driver is told, in naira; null where the catalogue doesn't know every offence.
 */
export function toldPrice(chosen: Chosen, catalogue: readonly CatalogueOffence[]): number | null {
  const lines = ticketLines(chosen, catalogue);
  return lines.length === timesChosen(chosen).size ? ticketTotal(lines) : null;
}
