import { useEffect, useEffectEvent, useState } from 'react';
import type { Position } from '#contract/booking-fields.ts';

const denied = 'Permission to access location denied or an error occurred.';
const unsupported = 'Geolocation is not supported by your browser.';

/**
 * Asks the device for its position when `ask` is called; `onFound` gets it, and `problem` says in
 * one sentence why there is none. With `byItself` it is asked at once where that was allowed before.
 */
export function usePosition(onFound: (position: Position) => void, byItself = false) {
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  function ask(): void {
    if (!('geolocation' in navigator)) {
      setProblem(unsupported);
      return;
    }
    setAsking(true);
    setProblem(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false);
        onFound({
          lat: coords.latitude,
          lng: coords.longitude,
          accuracy: Math.min(coords.accuracy, 1_000_000),
        });
      },
      () => {
        setAsking(false);
        setProblem(denied);
      },
      { enableHighAccuracy: true, timeout: 20_000, maximumAge: 15_000 },
    );
  }

  const askIf = useEffectEvent((allowed: boolean) => {
    if (allowed && byItself) ask();
  });
  useEffect(() => void isAllowed().then((allowed) => askIf(allowed)), []);

  return { asking, problem, ask, clearProblem: () => setProblem(null) };
}

/** True if asking opens no question. Browsers without the Permissions API count as not allowed. */
async function isAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false;
  }
}
