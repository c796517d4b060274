import { useLayoutEffect } from 'react';

/** By then the browser has moved the focus away from a removed element. Milliseconds. */
const delay = 20;

/**
 * Returns the focus to where it was when `active` began, also on unmounting. It leaves the focus to
 * anything else that has taken it by then.
 */
export function useFocusReturn(active: boolean): void {
  useLayoutEffect(() => {
    if (!active) return undefined;
    const returnTo = document.activeElement;
    return () => {
      setTimeout(() => {
        const { activeElement, body } = document;
        const isUnfocused = activeElement === null || activeElement === body;
        if (isUnfocused && returnTo instanceof HTMLElement) returnTo.focus({ preventScroll: true });
      }, delay);
    };
  }, [active]);
}
