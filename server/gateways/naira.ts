const decimal = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/;

/**
 * Integer kobo from naira written as a decimal, a number or text ("12000.5", 12000.5). Undefined
 * when it is negative, has a part smaller than a kobo, or isn't a plain decimal: nothing is ever
 * rounded.
 */
export function koboFromNaira(naira: number | string): number | undefined {
  // The shortest text of a double is the decimal it was read from, so no float arithmetic is needed.
  const match = decimal.exec(String(naira));
  if (match?.[1] === undefined) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** Naira as the number whose JSON text has at most two decimals. Throws for what isn't whole kobo. */
export function nairaFromKobo(kobo: number): number {
  if (!Number.isSafeInteger(kobo) || Math.abs(kobo) >= 1e14) {
    throw new RangeError('An amount must be a whole number of kobo.');
  }
  return kobo / 100;
}
