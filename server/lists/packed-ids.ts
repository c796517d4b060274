/** Ids of a list in its order, however many they are. */
export interface Ids {
  readonly length: number;
  readonly slice: (from: number, until: number) => readonly string[];
}

/** A ULID. */
const idLength = 26;

/**
 * Ids that are kept as text, `each` of them end to end; the last text may be shorter. Each id takes
 * 26 bytes, however many there are.
 */
export function packedIds(texts: readonly string[], each: number): Ids {
  const length = texts.reduce((sum, text) => sum + text.length, 0) / idLength;
  const idAt = (index: number) => {
    const begins = (index % each) * idLength;
    return texts[Math.floor(index / each)]?.slice(begins, begins + idLength) ?? '';
  };
  return {
    length,
    slice: (from, until) =>
      Array.from({ length: Math.max(0, Math.min(until, length) - from) }, (_, index) =>
        idAt(from + index),
      ),
  };
}
