/** A long number in fours, as it is read out; anything else as it is. */
export const inFours = (text: string): string =>
  /^\d{8,}$/.test(text) ? (text.match(/.{1,4}/g) ?? []).join(' ') : text;

/** What was given of these, with commas between. */
export const joined = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(', ');
