import type { Insertable } from 'kysely';
import { partsOfPenalty } from '#contract/modules/after-ticket/obligations.ts';
import { obligationDueDay, type TicketRules } from '#contract/modules/after-ticket/ticket-rules.ts';
import type { Offence } from '#contract/offences.ts';
import type { Obligations } from '#server/db/tables.ts';
import { Refusal } from '#server/http/refusal.ts';

export interface Ticket {
  readonly id: string;
  readonly organisation: string;
  readonly zone: string;
  readonly demo: boolean;
  readonly offences: readonly Pick<Offence, 'id' | 'penalty'>[];
}

/** True if a penalty of the ticket asks for more than money. */
export const asksForMore = ({ offences }: Pick<Ticket, 'offences'>): boolean =>
  offences.some(({ penalty }) => partsOfPenalty(penalty).length > 0);

/** The rows of what the penalties of a ticket ask for, by the rules of its day. */
export const obligationRows = (
  { id, organisation, zone, demo, offences }: Ticket,
  { day, rules }: { readonly day: string; readonly rules: TicketRules | null },
): Insertable<Obligations>[] =>
  offences
    .flatMap((offence) =>
      partsOfPenalty(offence.penalty).map((part) => ({ ...part, offence_id: offence.id })),
    )
    .map(({ kind, text, offence_id }, index) => ({
      booking_id: id,
      place: index + 1,
      offence_id,
      kind,
      words: text,
      organisation,
      zone,
      demo,
      due_day: rules && obligationDueDay(rules, kind, day),
    }));

/** `what` is an obligation in the words of its penalty. */
export const isHeld = (what: string): Refusal =>
  new Refusal(
    409,
    'held',
    `Under the ticket rules, you cannot clear this vehicle until this obligation is done or waived: ${what}.`,
  );
