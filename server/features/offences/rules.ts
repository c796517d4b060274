import { invalid, Refusal } from '#server/http/refusal.ts';

export const notAllZones = new Refusal(
  403,
  'out_of_scope',
  'Fees count in every zone: a state admin who sees all zones sets them.',
);

export const chooseOrganisation = invalid('organisation', 'Choose an organisation.');

/** Days ahead beyond which a date is taken for a slip of the pen. */
const furthest = 731;

/** Why a fee cannot begin on a day (`YYYY-MM-DD`), or null; `today` is that of Africa/Lagos. */
export function whyNotFrom(day: string, today: string): Refusal | null {
  if (day <= today) return invalid('from', 'A fee counts from tomorrow on at the earliest.');
  const ahead = (Date.parse(day) - Date.parse(today)) / 86_400_000;
  return ahead > furthest ? invalid('from', 'Choose a day within the next two years.') : null;
}
