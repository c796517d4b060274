import { useEffect, useEffectEvent, useState } from 'react';
import type { AsAt } from './known-plates.ts';

/**
 * Reads from the device once `wanted` is true. Null until then, and where the device has nothing.
 * `question` names the subject.
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
