/** Stands for a name part that the payer doesn't have, where the gateway requires all three. */
const none = '-';

/** Splits one written name into the three that a bill needs: the first word, the last, and what is between. */
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
