/** The gateway requires three names: this stands for one that the payer doesn't have. */
const none = '-';

/** Splits a name into the three that a bill needs: the first word, the last, and those between. */
export function splitPayerName(name: string): {
  firstName: string;
  middleName: string;
  lastName: string;
} {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  const [first = none, ...rest] = words;
  const last = rest.pop() ?? none;
  return { firstName: first, middleName: rest.join(' ') || none, lastName: last };
}
