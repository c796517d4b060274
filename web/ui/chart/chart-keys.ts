import { type KeyboardEvent, useState } from 'react';
import type { ChartBar } from './chart-column.tsx';

/** Makes a row of links one tab stop, in which the arrow keys, Home and End move. */
export function useChartKeys(bars: readonly ChartBar[], onEscape: () => void) {
  const [chosen, setChosen] = useState<string | null>(null);
  const withLinks = bars.filter(({ to, state }) => to !== null && state !== 'future');
  const known = withLinks.find(({ key }) => key === chosen) ?? withLinks.at(-1);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.key === 'Escape') onEscape();
    const links = [...event.currentTarget.querySelectorAll('a')];
    const at = links.findIndex((link) => link === document.activeElement);
    const next = at < 0 ? undefined : links[placeAfter(event.key, at, links.length)];
    if (!next || next === links[at]) return;
    event.preventDefault();
    next.focus();
  }

  return { reached: known?.key ?? null, reach: setChosen, onKeyDown };
}

function placeAfter(key: string, at: number, length: number): number {
  switch (key) {
    case 'ArrowRight':
      return Math.min(at + 1, length - 1);
    case 'ArrowLeft':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return at;
  }
}
