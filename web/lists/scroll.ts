import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { z } from 'zod';

const storageKey = (key: string) => `scrolled ${key}`;
const pixels = z.coerce.number().min(0).catch(0);
const userMoves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

const savedScroll = (key: string): number =>
  pixels.parse(sessionStorage.getItem(storageKey(key)) ?? 0);

/**
 * Saves the scroll position of each entry of the history for as long as the tab lives, and restores
 * it on Back and after a reload: at once, and again when the rows are loaded.
 */
export function useListScroll(loaded: boolean): void {
  const { key } = useLocation();
  const returned = useNavigationType() === NavigationType.Pop;

  const restore = useEffectEvent(() => {
    const saved = returned ? savedScroll(key) : 0;
    if (saved > 0) window.scrollTo(0, saved);
  });

  useLayoutEffect(() => {
    const before = window.history.scrollRestoration;
    window.history.scrollRestoration = 'manual';
    return () => {
      window.history.scrollRestoration = before;
    };
  }, []);

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
