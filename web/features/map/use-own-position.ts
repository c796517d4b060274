import { useState } from 'react';

const denied = 'Permission to access location denied or an error occurred.';
const unsupported = 'Geolocation is not supported by your browser.';

/** Degrees north and east; accuracy in metres. */
export interface OwnPosition {
  lat: number;
  lng: number;
  accuracy: number;
}

/** Asks the browser where it is, when told to; `problem` says why it can't be known. */
export function useOwnPosition(onFound: (position: OwnPosition) => void) {
  const [asking, setAsking] = useState(false);
  const [position, setPosition] = useState<OwnPosition | null>(null);
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
        const found = { lat: coords.latitude, lng: coords.longitude, accuracy: coords.accuracy };
        setAsking(false);
        setPosition(found);
        onFound(found);
      },
      () => {
        setAsking(false);
        setProblem(denied);
      },
      { enableHighAccuracy: true, timeout: 20_000, maximumAge: 15_000 },
    );
  }

  return { asking, position, problem, ask, forget: () => setProblem(null) };
}
