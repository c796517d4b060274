import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** For how long after a touch another one is likely, in milliseconds. */
const touchDuration = 3_000;

/**
 * True while a mouse is over an element, or shortly after a finger touched the page: rows should
 * not move then. `onEnd` runs when that is over.
 */
export function usePointed(element: RefObject<HTMLElement | null>, onEnd: () => void): boolean {
  const [pointed, setPointed] = useState(false);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    let over = false;
    let touched: ReturnType<typeof setTimeout> | undefined;
    let last = false;
    const update = () => {
      const now = over || touched !== undefined;
      if (last && !now) end();
      last = now;
      setPointed(now);
    };
    const onMove = ({ target, pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return;
      over = target instanceof Node && (element.current?.contains(target) ?? false);
      update();
    };
    const onLeave = () => {
      over = false;
      update();
    };
    const onTouch = () => {
      clearTimeout(touched);
      touched = setTimeout(() => {
        touched = undefined;
        update();
      }, touchDuration);
      update();
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
