import { useState } from 'react';

interface Opening {
  /** The record that is open, or that was last and is still visible while its dialog fades; or ''. */
  id: string;
  /** Changes with each opening: as a key it makes the dialog start afresh. */
  round: number;
}

/** Keeps the id of the open record ('' for none) until its dialog has faded. */
export function useOpening(id: string): Opening {
  const [shown, setShown] = useState({ id, open: id, round: 0 });
  if (shown.open !== id) {
    setShown(id === '' ? { ...shown, open: '' } : { id, open: id, round: shown.round + 1 });
  }
  return shown;
}
