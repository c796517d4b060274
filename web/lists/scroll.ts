import { useEffect, useEffectEvent } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { z } from 'zod';

const storageKey = (key: string) => `scrolled ${key}`;
const pixels = z.coerce.number().min(0).catch(0);
const userMoves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

const savedScroll = (key: string): number =>
  pixels.parse(sessionStorage.getItem(storageKey(key)) ?? 0);

/** For an entry that shows another path than the one before it: that begins at its top. */
export const forgetScroll = (key: string): void => sessionStorage.removeItem(storageKey(key));

/**
 * Saves the scroll position of each entry of the history for as long as the tab lives. It restores
 * the position after a reload and on Back within the list: at once, and again when the rows are
 * loaded.
 */
export function useListScroll(loaded: boolean): void {
  const { key } = useLocation();
  const returned = useNavigationType() === NavigationType.Pop;

  const restore = useEffectEvent(() => {
    const saved = returned ? savedScroll(key) : 0;
    if (saved > 0) window.scrollTo(0, saved);
  });

  useEffect(() => {
    // While the page is too short to restore its position, the position it has isn't saved.
    let settled = !returned || savedScroll(key) === 0;
    const remember = () => {
      if (settled) sessionStorage.setItem(storageKey(key), String(window.scrollY));
    };
    const settle = () => {
      settled = true;
    };
    if (!returned) remember();
    // After the layout has scrolled the new page to its top.
    queueMicrotask(restore);
    window.addEventListener('scroll', remember, { passive: true });
    for (const name of userMoves) window.addEventListener(name, settle, { passive: true });
    return () => {
      window.removeEventListener('scroll', remember);
      for (const name of userMoves) window.removeEventListener(name, settle);
    };
  }, [key, returned]);

  useEffect(() => {
    if (loaded) queueMicrotask(restore);
  }, [loaded]);
}
