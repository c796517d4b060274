import { once } from './once.ts';

const grouped = once(() => new Intl.NumberFormat('en-NG', { maximumFractionDigits: 0 }));

/** A whole number with thousands separators: `13,872`. */
export function count(value: number): string {
  return grouped().format(value);
}

/** An amount of naira: `₦1,284,500`. */
export function naira(amount: number): string {
  return amount < 0 ? `-₦${grouped().format(-amount)}` : `₦${grouped().format(amount)}`;
}

const withKobo = once(
  () =>
    new Intl.NumberFormat('en-NG', {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    }),
);

/** An amount of naira, with its kobo if there are any: `₦5,000`, `₦4,999.50`. */
export function exactNaira(amount: number): string {
  if (Number.isInteger(amount)) return naira(amount);
  return `${amount < 0 ? '-' : ''}₦${withKobo().format(Math.abs(amount))}`;
}

const compact = once(
  () => new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 }),
);

/** A rounded amount where space is short: `₦600k`, `₦1.2m`. */
export function shortNaira(amount: number): string {
  return `₦${compact().format(amount).toLowerCase()}`;
}
