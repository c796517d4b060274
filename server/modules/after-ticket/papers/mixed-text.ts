import { readsLeftward } from '#contract/printable.ts';

/** A word in one script and face, or the space between two. */
export interface Piece<Face> {
  readonly text: string;
  readonly face: Face;
}

interface Line<Face> {
  /** From left to right, as they stand on paper. */
  readonly pieces: readonly Piece<Face>[];
  readonly width: number;
}

/** Words, spaces, and line ends of a text; a word of two scripts is cut between them. */
export const piecesOf = <Face>(text: string, face: Face): Piece<Face>[] =>
  (text.match(/\n| +|[^ \n]+/g) ?? []).flatMap((word) =>
    (
      word.match(
        /[\u0600-\u06ff\u0750-\u077f\u0870-\u08ff\u200c\u200d]+|[^\u0600-\u06ff\u0750-\u077f\u0870-\u08ff\u200c\u200d]+/g,
      ) ?? []
    ).map((part) => ({ text: part, face })),
  );

const isSpace = ({ text }: { readonly text: string }): boolean => text.trim() === '';

/** Breaks pieces into lines of a width, and puts each line in the order in which it stands. */
export function linesOf<Face>(
  pieces: readonly Piece<Face>[],
  wide: number,
  widthOf: (piece: Piece<Face>) => number,
): Line<Face>[] {
  const lines: Piece<Face>[][] = [[]];
  let used = 0;
  for (const piece of pieces.flatMap((one) => fitting(one, wide, widthOf))) {
    const width = widthOf(piece);
    const line = lines.at(-1) ?? [];
    if (piece.text === '\n') {
      lines.push([]);
      used = 0;
    } else if (used + width > wide && line.length > 0 && !isSpace(piece)) {
      lines.push([piece]);
      used = width;
    } else if (line.length > 0 || !isSpace(piece)) {
      line.push(piece);
      used += width;
    }
  }
  return lines.map((line) => {
    const end = line.findLastIndex((piece) => !isSpace(piece)) + 1;
    const shown = inOrder(line.slice(0, end));
    return { pieces: shown, width: shown.reduce((whole, piece) => whole + widthOf(piece), 0) };
  });
}

/** A word that is wider than a line is cut, without a hyphen. */
function fitting<Face>(
  piece: Piece<Face>,
  wide: number,
  widthOf: (piece: Piece<Face>) => number,
): Piece<Face>[] {
  const letters = Array.from(piece.text);
  if (letters.length < 2 || widthOf(piece) <= wide) return [piece];
  const half = Math.ceil(letters.length / 2);
  return [letters.slice(0, half), letters.slice(half)].flatMap((part) =>
    fitting({ ...piece, text: part.join('') }, wide, widthOf),
  );
}

/** Words that are read leftward stand from right to left, with what stands between two of them. */
function inOrder<Face>(line: readonly Piece<Face>[]): Piece<Face>[] {
  const shown: Piece<Face>[] = [];
  let at = 0;
  while (at < line.length) {
    const piece = line[at];
    if (!piece) break;
    if (!readsLeftward(piece.text)) {
      shown.push(piece);
      at += 1;
      continue;
    }
    let end = at;
    for (let next = at + 1; next < line.length; next += 1) {
      const { text } = line[next] ?? { text: '' };
      if (readsLeftward(text)) end = next;
      else if (/\p{L}/u.test(text)) break;
    }
    shown.push(...line.slice(at, end + 1).reverse());
    at = end + 1;
  }
  return shown;
}
