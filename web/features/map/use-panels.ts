import { type RefObject, useEffect, useState } from 'react';
import type { Panels, Size } from './panels.ts';

type PanelName = keyof Panels;
interface Measured {
  size: Size;
  panels: Panels;
}

const unmeasured: Measured = { size: { width: 0, height: 0 }, panels: {} };

/**
 * Measures the map and the panels over it, again whenever one of them changes its size. `panelRef`
 * gives the `ref` of the panel with that name.
 */
export function usePanels(map: RefObject<HTMLElement | null>) {
  const [measured, setMeasured] = useState(unmeasured);
  const [observer] = useState(() => observePanels(map, setMeasured));
  useEffect(() => observer.start(), [observer]);
  return { ...measured, panelRef: observer.panelRef };
}

function observePanels(
  map: RefObject<HTMLElement | null>,
  onMeasured: (measured: Measured) => void,
) {
  const elements = new Map<PanelName, Element>();

  function measure(): void {
    const origin = map.current?.getBoundingClientRect();
    if (!origin) return;
    const boxes = [...elements].flatMap(([name, element]) => {
      const { top, right, bottom, left, height } = element.getBoundingClientRect();
      const box = {
        top: top - origin.top,
        right: right - origin.left,
        bottom: bottom - origin.top,
        left: left - origin.left,
      };
      return height === 0 ? [] : [[name, box] as const];
    });
    onMeasured({ size: origin, panels: Object.fromEntries(boxes) });
  }

  const observer = new ResizeObserver(measure);
  const observe = (name: PanelName) => (element: Element | null) => {
    if (element === null) return undefined;
    elements.set(name, element);
    observer.observe(element);
    return () => {
      elements.delete(name);
      observer.unobserve(element);
      measure();
    };
  };
  // Made once: a new function as `ref` would be called again with each drawing.
  const refs = {
    corner: observe('corner'),
    notices: observe('notices'),
    legend: observe('legend'),
    controls: observe('controls'),
    credits: observe('credits'),
  };

  return {
    start: () => {
      if (map.current) observer.observe(map.current);
      return () => observer.disconnect();
    },
    panelRef: (name: PanelName) => refs[name],
  };
}
