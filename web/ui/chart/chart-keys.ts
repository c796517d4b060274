import { useState, type KeyboardEvent } from 'react';
import type { ChartBar } from './chart-column.tsx';

/** One stop for Tab in a row of links: the arrow keys, Home and End go on from there. */
export function useChartKeys(bars: readonly ChartBar[], onEscape: () => void) {
  const [chosen, setChosen] = useState<string | null>(null);
  const opening = bars.filter(({ to, state }) => to !== null && state !== 'future');
  const known = opening.find(({ key }) => key === chosen) ?? opening.at(-1);

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
