const day = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Lagos',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Lagos',
  hour: '2-digit',
  minute: '2-digit',
});
const grouped = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 0 });

/** The date in Africa/Lagos of an instant (UTC): `2026-11-20`. */
export const dayOf = (instant: Date | string): string => day.format(new Date(instant));

/** Date and clock in Africa/Lagos: `2026-11-20 14:32`. */
export const momentOf = (instant: Date | string): string =>
  `${dayOf(instant)} ${clock.format(new Date(instant))}`;

/** Naira without kobo: `₦12,000`. */
export const naira = (amount: number): string => `₦${grouped.format(amount)}`;

/** A long number in fours, as it is read out; anything else as it is. */
export const inFours = (text: string): string =>
  /^\d{8,}$/.test(text) ? (text.match(/.{1,4}/g) ?? []).join(' ') : text;

/** What was given of these, with commas between. */
export const joined = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(', ');
