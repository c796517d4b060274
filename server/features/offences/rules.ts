import { invalid, Refusal } from '#server/http/refusal.ts';

export const notAllZones = new Refusal(
  403,
  'out_of_scope',
  'Fees count in every zone: a state admin who sees all zones sets them.',
);

export const chooseOrganisation = invalid('organisation', 'Choose an organisation.');

/** A date further ahead is taken for a typing error. */
const daysAheadLimit = 731;

/**
 * Null when a fee can begin on the day (`YYYY-MM-DD`), else the refusal; `today` is that of
 * Africa/Lagos.
 */
export function whyNotFrom(day: string, today: string): Refusal | null {
  if (day <= today) return invalid('from', 'A fee counts from tomorrow on at the earliest.');
  const ahead = (Date.parse(day) - Date.parse(today)) / 86_400_000;
  return ahead > daysAheadLimit ? invalid('from', 'Choose a day within the next two years.') : null;
}
