/** A box on the map, in pixels from its top left. */
export interface Box {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** What lies over the map and hides the markers under it. */
export type Panels = Partial<Record<'corner' | 'notices' | 'legend' | 'controls' | 'credits', Box>>;

export interface Size {
  width: number;
  height: number;
}

/** Half of a marker's button, in pixels. */
const half = 22;

/** Whether a marker at a point of the map is wholly seen: within the edges and under no panel. */
export function isSeen({ x, y }: { x: number; y: number }, map: Size, panels: Panels): boolean {
  const within = x >= half && y >= half && x <= map.width - half && y <= map.height - half;
  const isUnder = ({ top, right, bottom, left }: Box) =>
    x + half > left && x - half < right && y + half > top && y - half < bottom;
  return within && !Object.values(panels).some(isUnder);
}

/** How far panels reach in from the edges of the map, in pixels. */
export interface Covered {
  top: number;
  bottom: number;
  left: number;
}

/** Half of the largest marker, in pixels, and a little air. */
const markerRoom = 30;
/** The buttons at the right, in pixels. */
const controlsRoom = 58;

/** What of the map is best left alone: of the ways around the panels, the one with the widest room. */
export function coveredBy(map: Size, { corner, notices, legend }: Panels): Covered {
  const upTo = (...boxes: (Box | undefined)[]) =>
    Math.max(0, ...boxes.map((box) => box?.bottom ?? 0));
  const overTo = (...boxes: (Box | undefined)[]) =>
    Math.max(0, ...boxes.map((box) => box?.right ?? 0));
  const bottom = map.height - (legend?.top ?? map.height);
  const between = { top: upTo(corner, notices), bottom, left: 0 };
  const besideNotices = { top: upTo(corner), bottom, left: overTo(notices) };
  const besideAll = {
    top: controlsRoom,
    bottom: controlsRoom / 2,
    left: overTo(corner, notices, legend),
  };
  const roomOf = ({ top, bottom, left }: Covered) =>
    Math.min(map.width - left - controlsRoom, map.height - top - bottom);
  return [between, besideNotices, besideAll].reduce((best, way) =>
    roomOf(way) > roomOf(best) ? way : best,
  );
}

/** Padding that keeps whole markers clear of what is covered, as long as a fifth of the height is left. */
export function roomAround(height: number, covered: Covered) {
  const top = covered.top + markerRoom;
  const bottom = covered.bottom + markerRoom;
  const share = Math.min(1, (height * 0.8) / (top + bottom));
  return {
    top: top * share,
    right: markerRoom + controlsRoom,
    bottom: bottom * share,
    left: covered.left + markerRoom,
  };
}
