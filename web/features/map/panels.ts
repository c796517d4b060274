export interface Size {
  width: number;
  height: number;
}

/** A box on the map, in pixels from its top left. */
export interface Box {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** The panels over the map, which hide the markers under them. */
export type Panels = Partial<Record<'corner' | 'notices' | 'legend' | 'controls' | 'credits', Box>>;

/** Half of a marker's button, in pixels. */
const markerHalf = 22;

/** True if the whole of a marker can be seen: within the edges of the map and under no panel. */
export function isUncovered({ x, y }: { x: number; y: number }, map: Size, panels: Panels) {
  const box = {
    top: y - markerHalf,
    right: x + markerHalf,
    bottom: y + markerHalf,
    left: x - markerHalf,
  };
  const within =
    box.left >= 0 && box.top >= 0 && box.right <= map.width && box.bottom <= map.height;
  const isUnder = ({ top, right, bottom, left }: Box) =>
    box.right > left && box.left < right && box.bottom > top && box.top < bottom;
  return within && !Object.values(panels).some(isUnder);
}

/** The reach of panels in from the edges of the map, in pixels. */
export interface CoveredEdges {
  top: number;
  bottom: number;
  left: number;
}

/** Half of the largest marker and a little air, in pixels. */
const markerMargin = 30;
/** The width of the buttons at the right, in pixels. */
const controlsWidth = 58;

/** The edges to keep markers away from: of the ways around the panels, the one that leaves most space. */
export function coveredEdges(map: Size, { corner, notices, legend }: Panels): CoveredEdges {
  const lowest = (...boxes: (Box | undefined)[]) =>
    Math.max(0, ...boxes.map((box) => box?.bottom ?? 0));
  const rightmost = (...boxes: (Box | undefined)[]) =>
    Math.max(0, ...boxes.map((box) => box?.right ?? 0));
  const bottom = map.height - (legend?.top ?? map.height);
  const between = { top: lowest(corner, notices), bottom, left: 0 };
  const besideNotices = { top: lowest(corner), bottom, left: rightmost(notices) };
  const besideAll = {
    top: controlsWidth,
    bottom: controlsWidth / 2,
    left: rightmost(corner, notices, legend),
  };
  const spaceLeft = ({ top, bottom, left }: CoveredEdges) =>
    Math.min(map.width - left - controlsWidth, map.height - top - bottom);
  return [between, besideNotices, besideAll].reduce((best, way) =>
    spaceLeft(way) > spaceLeft(best) ? way : best,
  );
}

/** Padding that keeps whole markers off the covered edges, but leaves at least a fifth of the height. */
export function paddingAround(height: number, covered: CoveredEdges) {
  const top = covered.top + markerMargin;
  const bottom = covered.bottom + markerMargin;
  const share = Math.min(1, (height * 0.8) / (top + bottom));
  return {
    top: top * share,
    right: markerMargin + controlsWidth,
    bottom: bottom * share,
    left: covered.left + markerMargin,
  };
}
