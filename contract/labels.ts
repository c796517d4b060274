/** A word on a drawing: its middle and its size. */
export interface LabelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The labels that have room beside what is `taken`, the first ones first. One that lies on another
 * moves by two lines at most, and is left out where that has no room either.
 */
export function withoutOverlap<Label extends LabelBox>(
  labels: readonly Label[],
  taken: readonly LabelBox[] = [],
): Label[] {
  const placed: Label[] = [];
  for (const label of labels) {
    const isFree = (one: LabelBox) =>
      !taken.some((other) => overlap(one, other)) && !placed.some((other) => overlap(one, other));
    const moved = [0, -1, 1, -2, 2].map((lines) => ({
      ...label,
      y: label.y + lines * label.height,
    }));
    const free = moved.find(isFree);
    if (free) placed.push(free);
  }
  return placed;
}

const overlap = (one: LabelBox, other: LabelBox): boolean =>
  Math.abs(one.x - other.x) * 2 < one.width + other.width &&
  Math.abs(one.y - other.y) * 2 < one.height + other.height;
