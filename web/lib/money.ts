const grouped = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 0 });

/** A whole number with thousands separators: `13,872`. */
export function count(value: number): string {
  return grouped.format(value);
}

/** An amount of naira as it stands on screen and paper: `₦1,284,500`. */
export function naira(amount: number): string {
  return amount < 0 ? `-₦${grouped.format(-amount)}` : `₦${grouped.format(amount)}`;
}

const compact = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 });

/** A round amount where there is no room: `₦600k`, `₦1.2m`. */
export function shortNaira(amount: number): string {
  return `₦${compact.format(amount).toLowerCase()}`;
}
