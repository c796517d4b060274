import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import css from './evidence.module.css';

export interface EvidenceVideoProps {
  address: string;
  /** It could not be played: its address may have run out. */
  onStale: () => void;
}

/** The video of a collision in the browser's own player. */
export function EvidenceVideo({ address, onStale }: EvidenceVideoProps) {
  const [broken, setBroken] = useState('');
  return (
    <div className={css['player']}>
      <video
        className={css['video']}
        src={address}
        controls
        preload="metadata"
        aria-label="Video of the collision"
        onError={() => setBroken(address)}
      />
      {broken === address && (
        <p role="alert">
          The video could not be played here.{' '}
          <Button variant="link" size="sm" onClick={onStale}>
            Load again
          </Button>
        </p>
      )}
      <a href={address} download>
        Download the video
      </a>
    </div>
  );
}
