import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { focusRowOf } from './rows.ts';

/** Milliseconds between two looks at a closing dialog, and the number of looks. */
const interval = 50;
const maxChecks = 40;

/**
 * When a record is closed and nothing else takes the focus, moves it to the record's row. The list
 * may have been drawn anew meanwhile, or a link may have opened the record.
 */
export function useFocusRowAfterClose(): void {
  const { pathname, search } = useLocation();
  const open = new URLSearchParams(search).get('open') ?? '';
  const last = useRef({ pathname, open });

  useEffect(() => {
    const before = last.current;
    last.current = { pathname, open };
    if (open !== '' || before.open === '' || before.pathname !== pathname) return undefined;
    let checks = 0;
    const timer = setInterval(() => {
      checks += 1;
      const gone = document.querySelector('[role="dialog"]') === null;
      if (gone && isUnfocused(document.activeElement)) focusRowOf(before.open);
      if (gone || checks === maxChecks) clearInterval(timer);
    }, interval);
    return () => clearInterval(timer);
  }, [pathname, open]);
}

function isUnfocused(element: Element | null): boolean {
  return element === null || element === document.body || element.id === 'content';
}
