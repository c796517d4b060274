import type { Offence } from '#contract/offences.ts';
import type { CatalogueOffence } from '../catalogue.ts';
import { fieldId, type BookingDraft } from './draft.ts';

type Chosen = BookingDraft['offence'];
type Required = Pick<
  BookingDraft,
  'registration' | 'license' | 'phoneNo' | 'address' | 'name' | 'offence'
>;

/** A condition of submitting, and the id of the field that meets it. */
export interface Condition {
  name: 'offence' | 'licence or registration' | 'name' | 'phone number' | 'address';
  label: string;
  met: boolean;
  field: string;
}

const given = (text: string) => text.trim() !== '';

/** What must be given before a booking can be submitted, in the order of the form. */
export function conditions(draft: Required): Condition[] {
  return [
    {
      name: 'offence',
      label: 'Offence added',
      met: draft.offence.length > 0,
      field: fieldId('offence'),
    },
    {
      name: 'licence or registration',
      label: 'License number or registration',
      met: given(draft.license) || given(draft.registration),
      field: fieldId('license'),
    },
    { name: 'name', label: 'Name', met: given(draft.name), field: fieldId('name') },
    {
      name: 'phone number',
      label: 'Phone number',
      met: given(draft.phoneNo),
      field: fieldId('phoneNo'),
    },
    { name: 'address', label: 'Address', met: given(draft.address), field: fieldId('address') },
  ];
}

/** Whether Submit is enabled. */
export function maySubmit(draft: Required): boolean {
  return conditions(draft).every(({ met }) => met);
}

/** The most offences that one booking holds. */
export const mostOffences = 40;

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
