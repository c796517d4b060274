import { useEffect, useEffectEvent, useState } from 'react';
import type { AsAt } from './known-plates.ts';

/**
 * What the device keeps, once `wanted` is true; null until it is read, and where it keeps nothing.
 * `question` says what it is about.
 */
export function useKept<Found>(
  question: string,
  wanted: boolean,
  read: () => Promise<AsAt<Found> | null>,
): AsAt<Found> | null {
  const [kept, setKept] = useState<{ question: string; answer: AsAt<Found> | null } | null>(null);
  const readNow = useEffectEvent(read);
  useEffect(() => {
    if (!wanted) return undefined;
    let left = false;
    void readNow().then((answer) => {
      if (!left) setKept({ question, answer });
    });
    return () => {
      left = true;
    };
  }, [question, wanted]);
  return wanted && kept?.question === question ? kept.answer : null;
}
