import { bookingNeeds, mostOffences } from '#contract/booking-fields.ts';
import type { Offence } from '#contract/offences.ts';
import type { Condition } from '#web/forms/record/submit-area.tsx';
import type { CatalogueOffence } from '../catalogue.ts';
import type { BookingDraft } from './draft.ts';

type Chosen = BookingDraft['offence'];
type Needed = Parameters<(typeof bookingNeeds)[number]['isMet']>[0];

const names = {
  offence: { name: 'offence', label: 'Offence added' },
  license: { name: 'licence or registration', label: 'License number or registration' },
  name: { name: 'name', label: 'Name' },
  phoneNo: { name: 'phone number', label: 'Phone number' },
  address: { name: 'address', label: 'Address' },
};

/** What must be given before a booking can be submitted, in the order of the form. */
export const conditions = (draft: Needed): Condition[] =>
  bookingNeeds.map(({ field, sentence, isMet }) => ({
    ...names[field],
    met: isMet(draft),
    field: `booking-${field}`,
    // The driver's own fields are named together.
    sentence: field === 'offence' || field === 'license' ? sentence : undefined,
  }));

/** Adds an offence: once, but a charge per day again for each further day. */
export function addOffence(chosen: Chosen, { id, perDay }: Pick<Offence, 'id' | 'perDay'>): Chosen {
  const known = chosen.some((offence) => offence.id === id);
  if ((known && !perDay) || chosen.length >= mostOffences) return chosen;
  return [...chosen, { id }];
}

/** Takes one day of a charge per day away, or the offence itself. */
export function takeOneAway(chosen: Chosen, id: string): Chosen {
  const last = chosen.findLastIndex((offence) => offence.id === id);
  return chosen.filter((_, index) => index !== last);
}

/** Takes an offence away with all its days. */
export function takeAway(chosen: Chosen, id: string): Chosen {
  return chosen.filter((offence) => offence.id !== id);
}

/** A line of the ticket. `times` is the number of days; `amount` is naira for all of them. */
export interface TicketLine {
  offence: CatalogueOffence;
  times: number;
  amount: number;
}

/** The chosen offences as the ticket shows them, in the order of choosing. */
export function ticketLines(chosen: Chosen, catalogue: readonly CatalogueOffence[]): TicketLine[] {
  const times = new Map<string, number>();
  for (const { id } of chosen) times.set(id, (times.get(id) ?? 0) + 1);
  return [...times].flatMap(([id, count]) => {
    const offence = catalogue.find((entry) => entry.id === id);
    return offence ? [{ offence, times: count, amount: offence.amount * count }] : [];
  });
}

/** The sum of a ticket in naira. */
export function ticketTotal(lines: readonly TicketLine[]): number {
  return lines.reduce((sum, line) => sum + line.amount, 0);
}
