import type { KeyboardEvent } from 'react';

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * The keys of a list whose rows can be focused: arrows move, Home and End jump, Enter opens, Space
 * chooses. Keys pressed in a row's own buttons are ignored.
 */
export function moveBetweenRows(
  event: KeyboardEvent<HTMLElement>,
  place: {
    index: number;
    count: number;
    go: (index: number) => void;
    open: () => void;
    choose?: (() => void) | undefined;
  },
): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const { index, count, go, open, choose } = place;
  const step = steps[event.key];
  let target: number | undefined;
  if (step !== undefined) target = index + step;
  else if (event.key === 'Home') target = 0;
  else if (event.key === 'End') target = count - 1;
  if (target !== undefined) {
    event.preventDefault();
    go(Math.max(0, Math.min(count - 1, target)));
  } else if (event.key === 'Enter') {
    event.preventDefault();
    open();
  } else if (event.key === ' ' && choose) {
    event.preventDefault();
    choose();
  }
}
