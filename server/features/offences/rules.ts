import { invalid, Refusal } from '#server/http/refusal.ts';
import { dayMs } from '#server/time.ts';

export const notAllZones = new Refusal(
  403,
  'out_of_scope',
  'Fees apply to every zone, so only a state admin who sees all zones can set them.',
);

export const waitsAlready = new Refusal(
  409,
  'already_proposed',
  'A fee from this day on is already waiting for a second person to confirm it. Somebody must take that fee back or refuse it first.',
  { from: 'A fee from this day on is already waiting for a second person to confirm it.' },
);

export const faultyLines = (count: number): Refusal =>
  new Refusal(
    409,
    'faulty_lines',
    `${count === 1 ? 'One line has' : `${count} lines have`} a mistake, so no fee was proposed. Correct the list.`,
  );

const lapsed = new Refusal(
  409,
  'day_has_come',
  'Nobody confirmed this fee before its first day, so the fee does not apply. Propose it again for a later day.',
);

/** A date further ahead is taken for a typing error. */
const daysAheadLimit = 731;

/**
 * Null when a fee can begin on the day (`YYYY-MM-DD`), else the refusal; `today` is that of
 * Africa/Lagos.
 */
export function whyNotFrom(day: string, today: string): Refusal | null {
  if (day <= today) return invalid('from', 'Select tomorrow or a later day.');
  const ahead = (Date.parse(day) - Date.parse(today)) / dayMs;
  return ahead > daysAheadLimit ? invalid('from', 'Select a day within the next two years.') : null;
}

/** Null while the day of a proposed fee has not come. */
export const whyNotInTime = (from: string, today: string): Refusal | null =>
  from <= today ? lapsed : null;
