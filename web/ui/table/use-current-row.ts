import { useState } from 'react';

export interface CurrentRow {
  /** The place of the current row; -1 while none is. */
  current: number;
  /** The place of the one row that the Tab key comes to. */
  tabStop: number;
  /** The row takes the focus, or something in it does. */
  enter: (key: string) => void;
}

/** Follows which row had the focus last; it stays current when the focus leaves the list. */
export function useCurrentRow(keys: readonly string[]): CurrentRow {
  const [currentKey, setCurrentKey] = useState<string>();
  const current = currentKey === undefined ? -1 : keys.indexOf(currentKey);
  return { current, tabStop: Math.max(0, current), enter: setCurrentKey };
}
