import { useEffect, useState, type RefObject } from 'react';
import type { Panels, Size } from './room.ts';

type PanelName = keyof Panels;

/** Where the panels over the map are, kept up as they and the map change their size. */
export function usePanels(ground: RefObject<HTMLElement | null>) {
  const [{ size, panels }, setMeasured] = useState<{ size: Size; panels: Panels }>(nothing);
  const [watch] = useState(() => watchPanels(ground, setMeasured));
  useEffect(() => watch.begin(), [watch]);
  return { size, panels, over: watch.over };
}

const nothing = { size: { width: 0, height: 0 }, panels: {} };

function watchPanels(
  ground: RefObject<HTMLElement | null>,
  onMeasured: (measured: { size: Size; panels: Panels }) => void,
) {
  const elements = new Map<PanelName, Element>();

  function measure(): void {
    const map = ground.current?.getBoundingClientRect();
    if (!map) return;
    const boxes = [...elements].flatMap(([name, element]) => {
      const { top, right, bottom, left, height } = element.getBoundingClientRect();
      const box = {
        top: top - map.top,
        right: right - map.left,
        bottom: bottom - map.top,
        left: left - map.left,
      };
      return height === 0 ? [] : [[name, box] as const];
    });
    onMeasured({ size: map, panels: Object.fromEntries(boxes) });
  }

  const observer = new ResizeObserver(measure);
  const follow = (name: PanelName) => (element: Element | null) => {
    if (element === null) return undefined;
    elements.set(name, element);
    observer.observe(element);
    return () => {
      elements.delete(name);
      observer.unobserve(element);
      measure();
    };
  };
  const followed = {
    corner: follow('corner'),
    notices: follow('notices'),
    legend: follow('legend'),
    controls: follow('controls'),
    credits: follow('credits'),
  };

  return {
    begin: () => {
      if (ground.current) observer.observe(ground.current);
      return () => observer.disconnect();
    },
    /** For the `ref` of what lies over the map under this name. */
    over: (name: PanelName) => followed[name],
  };
}
