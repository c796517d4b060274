import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

/** How long after a touch a finger may still be on its way, in milliseconds. */
const afterTouch = 3_000;

/**
 * Whether somebody points at an element: a mouse over it, or a finger on the page just now. `onFree`
 * runs when that is over.
 */
export function usePointed(element: RefObject<HTMLElement | null>, onFree: () => void): boolean {
  const [pointed, setPointed] = useState(false);
  const free = useEffectEvent(onFree);

  useEffect(() => {
    let over = false;
    let touched: ReturnType<typeof setTimeout> | undefined;
    let last = false;
    const settle = () => {
      const now = over || touched !== undefined;
      if (last && !now) free();
      last = now;
      setPointed(now);
    };
    const onMove = ({ target, pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return;
      over = target instanceof Node && (element.current?.contains(target) ?? false);
      settle();
    };
    const onLeave = () => {
      over = false;
      settle();
    };
    const onTouch = () => {
      clearTimeout(touched);
      touched = setTimeout(() => {
        touched = undefined;
        settle();
      }, afterTouch);
      settle();
    };
    document.addEventListener('pointermove', onMove);
    document.documentElement.addEventListener('pointerleave', onLeave);
    document.addEventListener('touchstart', onTouch, { passive: true });
    document.addEventListener('touchmove', onTouch, { passive: true });
    return () => {
      clearTimeout(touched);
      document.removeEventListener('pointermove', onMove);
      document.documentElement.removeEventListener('pointerleave', onLeave);
      document.removeEventListener('touchstart', onTouch);
      document.removeEventListener('touchmove', onTouch);
    };
  }, [element]);

  return pointed;
}
