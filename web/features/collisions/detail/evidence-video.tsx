import { useState } from 'react';
import css from './evidence.module.css';
import { NotLoaded } from './thumbnails.tsx';

export interface EvidenceVideoProps {
  address: string;
  /** Gets an address that holds again: this one may have run out. */
  onReload: () => void;
}

/** The video of a collision in the browser's own player. */
export function EvidenceVideo({ address, onReload }: EvidenceVideoProps) {
  const [broken, setBroken] = useState('');
  const [round, setRound] = useState(0);

  function again(): void {
    setBroken('');
    setRound((count) => count + 1);
    onReload();
  }

  return (
    <div className={css['player']}>
      <video
        key={round}
        src={address}
        controls
        playsInline
        preload="metadata"
        aria-label="Video of the collision"
        onError={() => setBroken(address)}
      />
      {broken === address && (
        <NotLoaded onReload={again}>The video could not be played here.</NotLoaded>
      )}
      <a href={address} download>
        Download the video
      </a>
    </div>
  );
}
