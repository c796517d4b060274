import { useState } from 'react';
import type { Position } from '#contract/booking-fields.ts';

const denied = 'Permission to access location denied or an error occurred.';
const unsupported = 'Geolocation is not supported by your browser.';

/** Asks the device where it is, when told to; `onTaken` gets the answer, `problem` says why not. */
export function usePosition(onTaken: (position: Position) => void) {
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  function take(): void {
    if (!('geolocation' in navigator)) {
      setProblem(unsupported);
      return;
    }
    setAsking(true);
    setProblem(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false);
        onTaken({
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

  return { asking, problem, take };
}
