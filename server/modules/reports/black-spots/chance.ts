type Point = readonly [x: number, y: number];

/** Metres between the middles of two cells. */
const cellMetres = 300;
/** Of the cells called significant, at most this share is expected to be so by chance. */
const falseShare = 0.05;

/** A cell and its neighbours. */
const block = [
  [0, 0],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
] as const;

/**
 * Says of a place whether its cell holds more than chance explains, by whole numbers at places: Gi* of
 * a hexagon and its six neighbours (Ord and Getis, 1995), one-sided, by the false discovery rate. A few
 * heavy values make its normal approximation too eager, so that the same values strewn evenly must
 * be as unlikely to lie so close. The area are the cells with a value, and those around them.
 */
export function cellsBeyondChance(
  values: readonly { readonly point: Point; readonly value: number }[],
): (point: Point) => boolean {
  const cells = new Map<string, number>();
  const occupied = new Map<string, readonly string[]>();
  for (const { point, value } of values) {
    const [q, r] = cellOf(point);
    const key = `${q} ${r}`;
    cells.set(key, (cells.get(key) ?? 0) + value);
    occupied.set(
      key,
      block.map(([dq, dr]) => `${q + dq} ${r + dr}`),
    );
  }
  for (const key of [...occupied.values()].flat()) cells.set(key, cells.get(key) ?? 0);

  const all = [...cells.values()];
  const n = all.length;
  const w = block.length;
  const mean = all.reduce((sum, value) => sum + value, 0) / n;
  const squares = all.reduce((sum, value) => sum + value ** 2, 0);
  const spread = Math.sqrt(squares / n - mean ** 2) * Math.sqrt((n * w - w ** 2) / (n - 1));
  const sums = [...occupied.values()].map((keys) =>
    keys.reduce((sum, key) => sum + (cells.get(key) ?? 0), 0),
  );
  const strewn = chancesOfStrewn(values, w / n, Math.max(0, ...sums));
  const chances = sums.map((sum) =>
    Math.max(upperTail((sum - mean * w) / spread), strewn[sum] ?? 0),
  );
  const isBeyond = discoveries(chances, falseShare);
  const beyond = new Set([...occupied.keys()].filter((_, place) => isBeyond[place]));
  return (point) => beyond.has(cellOf(point).join(' '));
}

/**
 * The chance of each sum or more, up to `most`, where every value falls there with the same small
 * chance: a compound Poisson's, by Panjer's recursion (1981).
 */
function chancesOfStrewn(
  values: readonly { readonly value: number }[],
  share: number,
  most: number,
): readonly number[] {
  const rates = [...Map.groupBy(values, ({ value }) => value)].map(
    ([value, { length }]) => [value, length * share] as const,
  );
  const exactly = [Math.exp(-values.length * share)];
  const orMore = [1];
  for (let sum = 1; sum <= most; sum += 1) {
    orMore.push(Math.max(0, (orMore[sum - 1] ?? 0) - (exactly[sum - 1] ?? 0)));
    const weighed = rates.map(([value, rate]) => value * rate * (exactly[sum - value] ?? 0));
    exactly.push(weighed.reduce((total, part) => total + part, 0) / sum);
  }
  return orMore;
}

/** Benjamini and Hochberg: which of these p-values are discoveries at a false discovery rate. */
export function discoveries(chances: readonly number[], rate: number): boolean[] {
  const sorted = chances.toSorted((a, b) => a - b);
  const last = sorted.findLastIndex((p, rank) => p <= ((rank + 1) / sorted.length) * rate);
  const bound = sorted[last] ?? -1;
  return chances.map((p) => p <= bound);
}

/** The chance that a standard normal value is greater (Abramowitz and Stegun, 26.2.17). */
function upperTail(z: number): number {
  if (!(z > 0)) return 1;
  const t = 1 / (1 + 0.2316419 * z);
  const series =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)) * series;
}

/** The hexagon of a place in axial coordinates, rounded as cubes are. */
function cellOf([x, y]: Point): [q: number, r: number] {
  const r = y / (cellMetres * Math.sqrt(0.75));
  const q = x / cellMetres - r / 2;
  const s = -q - r;
  const [roundQ, roundR, roundS] = [Math.round(q), Math.round(r), Math.round(s)];
  const [offQ, offR, offS] = [Math.abs(roundQ - q), Math.abs(roundR - r), Math.abs(roundS - s)];
  if (offQ > offR && offQ > offS) return [-roundR - roundS, roundR];
  return [roundQ, offR > offS ? -roundQ - roundS : roundR];
}
