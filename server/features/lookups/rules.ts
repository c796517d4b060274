import { createHmac, hkdfSync } from 'node:crypto';
import { folded } from '#contract/folding.ts';

/**
 * The key that all spellings of a plate, licence, phone number or name share: a search and a
 * dossier for the same person have the same. A phone number counts by its last ten digits. Other
 * text counts by letters without marks and digits, O read as 0 and I as 1. '' where there is
 * nothing to compare.
 */
const lookupKey = (asked: string): string => keyOf(folded(asked).toUpperCase());

/** Finds what was looked up before texts were folded. */
const formerKey = (asked: string): string => keyOf(asked.normalize('NFD').toUpperCase());

function keyOf(plain: string): string {
  const digits = plain.replaceAll(/\D/g, '');
  if (digits.length >= 5 && !/\p{L}/u.test(plain)) return digits.slice(-10);
  return plain
    .replaceAll(/[^\p{L}\p{Nd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll('I', '1');
}

/** Rows in an hour, for each process: nobody reads a record every five seconds for long. */
export const muchInAnHour = 20_000;

/** Counts the rows that accounts are shown; answers whether it is more than anybody reads, once an hour. */
export function countsRows(): (userId: string, rows: number, now: Date) => boolean {
  let hour = 0;
  let shown = new Map<string, number>();
  return (userId, rows, now) => {
    const thisHour = Math.floor(now.getTime() / 3_600_000);
    if (thisHour !== hour) shown = new Map();
    hour = thisHour;
    const before = shown.get(userId) ?? 0;
    shown.set(userId, before + rows);
    return before <= muchInAnHour && before + rows > muchInAnHour;
  };
}

/**
 * Digests of looked-up values, by a key that the secrets of the sessions give. With the table alone
 * nobody finds the numbers by trying.
 */
export interface LookupDigests {
  /** The digest under which a look-up is written down; null for nothing. */
  of(asked: string): Buffer | null;
  /** Every digest under which it may have been written down, by this secret or the one before. */
  all(asked: string): Buffer[];
}

export function createLookupDigests(secrets: readonly [string, ...string[]]): LookupDigests {
  const keys = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'digests of look-ups', 32)),
  );
  const all = (asked: string): Buffer[] =>
    [...new Set([lookupKey(asked), formerKey(asked)])]
      .filter((text) => text !== '')
      .flatMap((text) =>
        keys.map((key) => createHmac('sha256', key).update(text).digest().subarray(0, 16)),
      );
  return { all, of: (asked) => all(asked)[0] ?? null };
}
