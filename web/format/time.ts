import { longDay } from './calendar.ts';

/** An instant: an ISO string with its offset, or milliseconds since 1970 (UTC). */
export type Instant = string | number;

/** Milliseconds; the clocks of Lagos have shown the same time all year since 1919. */
const aheadOfUtc = 3_600_000;

const milliseconds = (instant: Instant) => new Date(instant).getTime();

/** `2026-11-20T14:32:…`. A cheap phone takes a tenth of a second to load what `Intl` knows of time zones. */
const inLagos = (instant: Instant) => new Date(milliseconds(instant) + aheadOfUtc).toISOString();

/** The date in Africa/Lagos: `2026-11-20`. */
export function dateOf(instant: Instant): string {
  return inLagos(instant).slice(0, 10);
}

/** The clock in Africa/Lagos: `14:32`. */
export function clockOf(instant: Instant): string {
  return inLagos(instant).slice(11, 16);
}

/** Date and clock in Africa/Lagos: `2026-11-20 14:32`. */
export function momentOf(instant: Instant): string {
  return `${dateOf(instant)} ${clockOf(instant)}`;
}

/** The date in Africa/Lagos, written out: `Friday 20 November 2026`. */
export function longDateOf(instant: Instant): string {
  return longDay(dateOf(instant));
}

const ago = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'} ago`;

export const neverLoggedIn = 'Never logged in';

/** The time since an instant, in words; `neverLoggedIn` for null. */
export function relativeTime(instant: Instant | null, now: number = Date.now()): string {
  if (instant === null) return neverLoggedIn;
  const seconds = Math.floor((now - milliseconds(instant)) / 1000);
  if (seconds < 10) return 'Just Now';
  if (seconds < 60) return ago(seconds, 'second');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return ago(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return ago(hours, 'hour');
  const days = Math.floor(hours / 24);
  if (days < 30) return ago(days, 'day');
  const months = Math.floor(days / 30);
  if (months < 12) return ago(months, 'month');
  return ago(Math.max(1, Math.floor(days / 365)), 'year');
}
