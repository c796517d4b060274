import { useState } from 'react';

export interface Opening {
  /** What is open, or was last and is still to be seen while it fades; '' before the first. */
  id: string;
  /** Another for each opening, so that each starts afresh. */
  round: number;
}

/** Follows what is open, '' when nothing is. */
export function useOpening(id: string): Opening {
  const [shown, setShown] = useState({ id, open: id, round: 0 });
  if (shown.open !== id) {
    setShown(id === '' ? { ...shown, open: '' } : { id, open: id, round: shown.round + 1 });
  }
  return shown;
}
