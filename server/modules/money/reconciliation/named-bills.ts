import { folded, spellingKey } from '#contract/folding.ts';
import { referenceOfKey } from '#server/gateways/paystack-bill.ts';

/** A place of a text that may name a bill, with the ways in which that bill could be written. */
export interface NamedBill {
  readonly spellings: readonly string[];
  /** Its first and last piece. */
  readonly from: number;
  readonly to: number;
}

interface Piece {
  readonly text: string;
  /** The text between the piece before and this one. */
  readonly gap: string;
}

/** Shorter ones are years, hours and amounts. */
const shortest = 6;
const longest = 64;
/** `1234-5678-9012` is three pieces. */
const mostPieces = 6;

/**
 * The places at which a description may name bills: whole words, also in groups such as `1234 5678
 * 9012`. A part of a longer number is none.
 */
export function billsNamedIn(description: string): NamedBill[] {
  const pieces = piecesOf(description);
  const named: NamedBill[] = [];
  for (const from of pieces.keys()) {
    if (goesOn(pieces, from)) continue;
    for (let to = from; to < Math.min(from + mostPieces, pieces.length); to += 1) {
      if (to > from && !isJoined(pieces, to)) break;
      const run = pieces.slice(from, to + 1).map(({ text }) => text);
      const length = run.join('').length;
      if (length > longest) break;
      if (length < shortest || goesOn(pieces, to + 1)) continue;
      named.push({ spellings: spellingsOf(run), from, to });
    }
  }
  return named;
}

/** The one bill that is named; undefined where none is known, or several are. */
export function oneBillOf(
  named: readonly NamedBill[],
  known: ReadonlySet<string>,
): string | undefined {
  const found = named.filter(({ spellings }) => spellings.some((one) => known.has(one)));
  const widest = found.filter(
    (part) =>
      !found.some((whole) => whole !== part && whole.from <= part.from && whole.to >= part.to),
  );
  const bills = new Set(
    widest.flatMap(({ spellings }) => spellings.filter((one) => known.has(one))),
  );
  return bills.size === 1 ? [...bills][0] : undefined;
}

/** Words that stand before a number without a blank, such as `RRR123456789012`. */
const label = /\b(rrr|billref|bill|ref|invoice|inv)(?=\d)/g;

const piecesOf = (description: string): Piece[] =>
  [
    ...folded(description)
      .replaceAll(label, '$1:')
      .matchAll(/(?<gap>[^a-z0-9]*)(?<text>[\p{L}\p{N}]+)/gu),
  ].map(({ groups }) => ({ text: groups?.['text'] ?? '', gap: groups?.['gap'] ?? '' }));

/** A number goes on in this piece: `-2`, `.00`, `,000`. */
function goesOn(pieces: readonly Piece[], at: number): boolean {
  const [before, after] = [pieces[at - 1], pieces[at]];
  if (!before || !after || !/^\d/.test(after.text)) return false;
  return after.gap === '-' ? /\d/.test(before.text) : /^[.,]$/.test(after.gap) && isNumber(before);
}

/** A piece may belong to what stands before it: by a hyphen, or by a blank between numbers. */
function isJoined(pieces: readonly Piece[], at: number): boolean {
  const [before, after] = [pieces[at - 1], pieces[at]];
  if (!before || !after) return false;
  return after.gap === '-' || (after.gap === ' ' && isNumber(before) && isNumber(after));
}

const isNumber = ({ text }: Piece): boolean => /^\d+$/.test(text);

/** The names of a bill of these pieces, in the forms that gateways give. */
function spellingsOf(run: readonly string[]): string[] {
  const key = spellingKey(run.join(''));
  const ours = referenceOfKey(key);
  const written = [run.join('-'), run.join('')];
  return [
    ...new Set([
      ...written,
      ...written.map((text) => text.toUpperCase()),
      ...(/^\d+$/.test(key) ? [key] : []),
      ...(ours === null ? [] : [ours]),
    ]),
  ].filter((text) => /\d/.test(text));
}
