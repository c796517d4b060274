import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { focusRowOf } from './rows.ts';

/** How often it is looked whether a closing dialog is gone, and how often at most. */
const every = 50;
const most = 40;

/** When a record is closed and nobody else takes the focus, it goes back to the row of the record. */
export function useFocusBack(): void {
  const { pathname, search } = useLocation();
  const open = new URLSearchParams(search).get('open') ?? '';
  const last = useRef({ pathname, open });

  useEffect(() => {
    const before = last.current;
    last.current = { pathname, open };
    if (open !== '' || before.open === '' || before.pathname !== pathname) return undefined;
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      const gone = document.querySelector('[role="dialog"]') === null;
      if (gone && isNowhere(document.activeElement)) focusRowOf(before.open);
      if (gone || looks === most) clearInterval(timer);
    }, every);
    return () => clearInterval(timer);
  }, [pathname, open]);
}

function isNowhere(element: Element | null): boolean {
  return element === null || element === document.body || element.id === 'content';
}
