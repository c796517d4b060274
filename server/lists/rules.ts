/**
 * Signs that people put between the letters and digits of a plate, a licence, a phone or a
 * reference.
 */
const spelledOut = /^[A-Za-z0-9\s\p{Pd}./()+#]*$/u;

/**
 * Whether a search may be a plate, licence, phone or reference in some spelling: only letters,
 * digits and the signs between them.
 */
export const mayBeSpelling = (search: string): boolean =>
  spelledOut.test(search) && /[A-Za-z0-9]/.test(search);

/** Finds the text literally: `%` and `_` mean themselves. */
export const literalPattern = (search: string): string =>
  `%${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;

/** The beginning of a phone number with the country's code as it is dialled within Nigeria. */
export function dialledWithin(search: string): string | undefined {
  if (!/^[\d\s\p{Pd}.()+]*$/u.test(search)) return undefined;
  const [, rest] = /^(?:00)?2340?(\d+)$/.exec(search.replaceAll(/\D/g, '')) ?? [];
  return rest === undefined ? undefined : `0${rest}`;
}
