/** A rounded number with its digits in threes: `13,872`. A cheap phone takes a tenth of a second to load what `Intl` knows of numbers. */
const grouped = (number: number, decimals = 0) =>
  number.toFixed(decimals).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** A whole number with thousands separators: `13,872`. */
export function count(value: number): string {
  return grouped(value);
}

/** An amount of naira: `₦1,284,500`. */
export function naira(amount: number): string {
  return amount < 0 ? `-₦${grouped(-amount)}` : `₦${grouped(amount)}`;
}

/** An amount of naira, with its kobo if there are any: `₦5,000`, `₦4,999.50`. */
export function exactNaira(amount: number): string {
  if (Number.isInteger(amount)) return naira(amount);
  return `${amount < 0 ? '-' : ''}₦${grouped(Math.abs(amount), 2)}`;
}

/** A cost as a gateway reports it: `NGN 3.90` is `₦3.90`, other currencies keep their letters. */
export const shownCost = (cost: string): string =>
  cost.replace(/^NGN (\d+(?:\.\d+)?)$/, (_, amount: string) => `₦${grouped(Number(amount), 2)}`);

/** The sign of each power of a thousand. */
const thousands = ['', 'k', 'm', 'b', 't'];

/** A rounded amount where space is short: `₦600k`, `₦1.2m`. */
export function shortNaira(amount: number): string {
  let rounded = amount;
  for (const [power, letter] of thousands.entries()) {
    rounded = Math.round(amount / (1000 ** power / 10)) / 10;
    if (Math.abs(rounded) < 1000) return `₦${rounded}${letter}`;
  }
  return `₦${grouped(rounded)}${thousands.at(-1)}`;
}
