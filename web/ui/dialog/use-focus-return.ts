import { useLayoutEffect } from 'react';

/** After the browser has settled where the focus of a removed element goes. Milliseconds. */
const settled = 20;

/**
 * Brings the focus back to where it was when `active` began, also when the whole component goes, as
 * long as nothing else has taken it by then.
 */
export function useFocusReturn(active: boolean): void {
  useLayoutEffect(() => {
    if (!active) return undefined;
    const cameFrom = document.activeElement;
    return () => {
      setTimeout(() => {
        const { activeElement, body } = document;
        const isNowhere = activeElement === null || activeElement === body;
        if (isNowhere && cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true });
      }, settled);
    };
  }, [active]);
}
