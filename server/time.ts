/** Milliseconds of a day. */
export const dayMs = 86_400_000;

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const clock = { hour: '2-digit', minute: '2-digit' } as const;
const days = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Lagos', ...day });
const moments = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Lagos', ...day, ...clock });

/** The date in Africa/Lagos of an instant (UTC): `2026-11-20`. */
export const dayOf = (instant: Date | string): string => days.format(new Date(instant));

/** Date and clock in Africa/Lagos of an instant (UTC): `2026-11-20 14:32`; '' for none. */
export const momentOf = (instant: Date | string | null): string =>
  instant === null ? '' : moments.format(new Date(instant));

/** The same with its zone, for papers and whoever reads them elsewhere: `2026-11-20 14:32 WAT`. */
export const zonedMomentOf = (instant: Date | string | null): string =>
  instant === null ? '' : `${momentOf(instant)} WAT`;
