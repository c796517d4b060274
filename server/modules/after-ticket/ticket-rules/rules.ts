import { inTime, type TicketRules } from '#contract/modules/after-ticket/ticket-rules.ts';

/** Rules as they count days before and after a holiday was declared, and today in Africa/Lagos. */
export interface Recount {
  readonly before: TicketRules;
  readonly after: TicketRules;
  readonly today: string;
}

/**
 * A day to come by the calendar as it is now. One that the rules counted is counted anew, and never
 * moves before today; any other moves on if it is no working day any more.
 */
export function countedAnew(
  day: string,
  { before, after, today }: Recount,
  count: (rules: TicketRules) => string | null,
): string {
  const anew = count(before) === day ? count(after) : null;
  const counted = anew ?? inTime(after, day);
  return counted < today ? today : counted;
}
