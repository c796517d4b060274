import type { KindCount, MapKind } from './map-points.ts';

/** The radius of a cluster's ring, in pixels. */
export function ringRadius(count: number): number {
  if (count < 10) return 17;
  return count < 100 ? 19 : 22;
}

export interface Arc {
  kind: MapKind;
  /** An SVG path around 0, 0; a whole circle when there is one kind only. */
  path: string;
}

/** Half the gap between two parts of the ring, in radians. */
const gap = 0.09;
/** The shortest part, in radians, so that one record among hundreds is still visible. */
const least = 0.16;

/** Divides a ring by kind, clockwise from the top, each part as long as its share. */
export function ringArcs(kinds: readonly KindCount[], radius: number): Arc[] {
  const [only] = kinds;
  if (kinds.length === 1 && only) return [{ kind: only.kind, path: circle(radius) }];
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  const shared = 2 * Math.PI - kinds.length * (2 * gap + least);
  let angle = 0;
  return kinds.map(({ kind, count }) => {
    const from = angle + gap;
    const to = from + least + (shared * count) / total;
    angle = to + gap;
    return { kind, path: arc(radius, from, to) };
  });
}

const circle = (r: number) => `M0 ${-r}A${r} ${r} 0 1 1 0 ${r}A${r} ${r} 0 1 1 0 ${-r}`;

function arc(radius: number, from: number, to: number): string {
  const at = (angle: number) =>
    `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
  return `M${at(from)}A${radius} ${radius} 0 ${to - from > Math.PI ? 1 : 0} 1 ${at(to)}`;
}
