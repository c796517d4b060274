import type { Offence, OffenceGroup } from '#contract/offences.ts';

const words = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);
const lettersAndDigits = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * The offences of a group (null for all) whose name holds every word of the query, or whose id or
 * payment code it is. Spaces and hyphens don't matter: "lgc16" and "seatbelt" find theirs.
 */
export function findOffences<O extends Offence>(
  catalogue: readonly O[],
  query: string,
  group: OffenceGroup | null,
): O[] {
  const wanted = words(query);
  const whole = lettersAndDigits(query);
  return catalogue.filter((offence) => {
    if (group !== null && offence.group !== group) return false;
    if (wanted.length === 0) return true;
    const text = `${offence.id} ${offence.code} ${offence.name}`.toLowerCase();
    return wanted.every((word) => text.includes(word)) || matchesWhole(offence, whole);
  });
}

function matchesWhole({ id, name }: Offence, whole: string): boolean {
  if (whole === '') return false;
  return lettersAndDigits(id).startsWith(whole) || lettersAndDigits(name).includes(whole);
}

/** Whether a search has three or more digits of the payment code, which is then shown. */
export function isFoundByCode({ code }: Pick<Offence, 'code'>, query: string): boolean {
  return words(query).some((word) => /^\d{3,}$/.test(word) && code.includes(word));
}

/** A piece of text, and whether it matches the query. */
export interface MarkedText {
  text: string;
  marked: boolean;
}

/** Splits a text where it matches the whole query, or else its words. */
export function markMatches(text: string, query: string): MarkedText[] {
  const phrase = query.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (phrase === '') return [{ text, marked: false }];
  const lower = text.toLowerCase();
  const parts = lower.includes(phrase) ? [phrase] : words(query);
  const marked = new Array<boolean>(text.length).fill(false);
  for (const part of parts) {
    for (let at = lower.indexOf(part); at >= 0; at = lower.indexOf(part, at + 1)) {
      marked.fill(true, at, at + part.length);
    }
  }
  const pieces: MarkedText[] = [];
  text.split('').forEach((letter, index) => {
    const last = pieces.at(-1);
    const mark = marked[index] ?? false;
    if (last?.marked === mark) last.text += letter;
    else pieces.push({ text: letter, marked: mark });
  });
  return pieces;
}
