import { useState } from 'react';

/** Rows that are chosen at once, at most. */
export const mostChosen = 50;

/** Ids of the rows that were chosen, on this page or others; null while none can be. */
export function useChosen() {
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const choose = (id: string) =>
    setChosen((now) =>
      now?.includes(id)
        ? now.filter((one) => one !== id)
        : [...(now ?? []), id].slice(0, mostChosen),
    );
  return { chosen, choose, setChosen };
}
