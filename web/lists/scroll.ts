import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { z } from 'zod';

const place = (key: string) => `scrolled ${key}`;
const pixels = z.coerce.number().min(0).catch(0);
const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

function keptPlace(key: string): number {
  return pixels.parse(sessionStorage.getItem(place(key)) ?? 0);
}

/**
 * Keeps how far each entry of the history was scrolled, for as long as the tab lives, and comes
 * back to it with Back and after a reload: at once, and again when the rows are there.
 */
export function useListScroll(rowsAreThere: boolean): void {
  const { key } = useLocation();
  const returned = useNavigationType() === NavigationType.Pop;

  const comeBack = useEffectEvent(() => {
    const kept = returned ? keptPlace(key) : 0;
    if (kept > 0) window.scrollTo(0, kept);
  });

  useLayoutEffect(() => {
    const before = window.history.scrollRestoration;
    window.history.scrollRestoration = 'manual';
    return () => {
      window.history.scrollRestoration = before;
    };
  }, []);

  useEffect(() => {
    // A page that is still too short scrolls less far than it was: that is not kept.
    let settled = !returned || keptPlace(key) === 0;
    const remember = () => {
      if (settled) sessionStorage.setItem(place(key), String(window.scrollY));
    };
    const settle = () => {
      settled = true;
    };
    if (!returned) remember();
    // After the screen around it, which begins every new page at its top.
    queueMicrotask(comeBack);
    window.addEventListener('scroll', remember, { passive: true });
    for (const name of moves) window.addEventListener(name, settle, { passive: true });
    return () => {
      window.removeEventListener('scroll', remember);
      for (const name of moves) window.removeEventListener(name, settle);
    };
  }, [key, returned]);

  useEffect(() => {
    if (rowsAreThere) queueMicrotask(comeBack);
  }, [rowsAreThere]);
}
