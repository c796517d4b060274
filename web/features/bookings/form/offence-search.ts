import type { Offence, OffenceGroup } from '#contract/offences.ts';

const words = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);
const squeezed = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * The offences of a group (null for all) whose name holds every word of the query, or whose id or
 * payment code it is. Spaces and hyphens don't matter: "lgc16" and "seatbelt" find theirs.
 */
export function findOffences<O extends Offence>(
  catalogue: readonly O[],
  query: string,
  group: OffenceGroup | null,
): O[] {
  const sought = words(query);
  const whole = squeezed(query);
  return catalogue.filter((offence) => {
    if (group !== null && offence.group !== group) return false;
    if (sought.length === 0) return true;
    const text = `${offence.id} ${offence.code} ${offence.name}`.toLowerCase();
    return sought.every((word) => text.includes(word)) || matchesWhole(offence, whole);
  });
}

function matchesWhole({ id, name }: Offence, whole: string): boolean {
  return whole !== '' && (squeezed(id).startsWith(whole) || squeezed(name).includes(whole));
}

/** Whether a search names a good part of the payment code, which is then shown. */
export function isFoundByCode({ code }: Pick<Offence, 'code'>, query: string): boolean {
  return words(query).some((word) => /^\d{3,}$/.test(word) && code.includes(word));
}

/** A piece of text, and whether it is what was sought. */
export interface MarkedText {
  text: string;
  marked: boolean;
}

/** Cuts a text where the query matches: the whole query if it stands there, else its words. */
export function markMatches(text: string, query: string): MarkedText[] {
  const phrase = query.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (phrase === '') return [{ text, marked: false }];
  const lower = text.toLowerCase();
  const needles = lower.includes(phrase) ? [phrase] : words(query);
  const marked = new Array<boolean>(text.length).fill(false);
  for (const needle of needles) {
    for (let at = lower.indexOf(needle); at >= 0; at = lower.indexOf(needle, at + 1)) {
      marked.fill(true, at, at + needle.length);
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
