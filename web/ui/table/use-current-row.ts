import { useState } from 'react';

export interface CurrentRow {
  /** The index of the current row; -1 while there is none. */
  current: number;
  /** The index of the one row that Tab reaches. */
  tabStop: number;
  /** Called when the row, or something in it, is focused. */
  enter: (key: string) => void;
}

/** Remembers which row had the focus last, also when the focus leaves the list. */
export function useCurrentRow(keys: readonly string[]): CurrentRow {
  const [currentKey, setCurrentKey] = useState<string>();
  const current = currentKey === undefined ? -1 : keys.indexOf(currentKey);
  return { current, tabStop: Math.max(0, current), enter: setCurrentKey };
}
