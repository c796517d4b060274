import { useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import type { EvidencePicture } from '../collision-words.ts';
import css from './evidence.module.css';

/**
 * The files of a collision that could not be loaded. `reload` asks for new addresses, since the old
 * ones may have expired. An address that is still valid comes back unchanged: with `round` in its
 * key, the element is made anew and loads it again.
 */
export function useFailedLoads(onReload: () => void) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [round, setRound] = useState(0);
  return {
    round,
    hasFailed: (address: string) => failed.includes(address),
    fail: (address: string) => setFailed((before) => [...before, address]),
    reload: () => {
      setFailed([]);
      setRound((count) => count + 1);
      onReload();
    },
  };
}

interface NotLoadedProps {
  children: string;
  onReload: () => void;
}

/** Says that a file could not be loaded, and offers to load it again. */
export function NotLoaded({ children, onReload }: NotLoadedProps) {
  return (
    <p role="alert" className={classNames('small', css['broken'])}>
      {children}{' '}
      <Button variant="link" size="sm" onClick={onReload}>
        Try again
      </Button>
    </p>
  );
}

export interface ThumbnailsProps {
  pictures: readonly EvidencePicture[];
  /** Opens a picture large. */
  onShow: (picture: EvidencePicture) => void;
  /** Reads the collision again, for addresses that are valid. */
  onReload: () => void;
  small?: boolean;
}

/** Small pictures; each opens large. */
export function Thumbnails({ pictures, onShow, onReload, small }: ThumbnailsProps) {
  const { round, hasFailed, fail, reload } = useFailedLoads(onReload);
  if (pictures.length === 0) return null;
  return (
    <>
      <ul className={classNames(css['thumbnails'], small && css['small'])}>
        {pictures.map((picture) => (
          <li key={`${picture.address} ${round}`}>
            <button type="button" onClick={() => onShow(picture)}>
              <img
                src={picture.address}
                alt={picture.alt}
                loading="lazy"
                onError={() => fail(picture.address)}
              />
            </button>
          </li>
        ))}
      </ul>
      {pictures.some(({ address }) => hasFailed(address)) && (
        <NotLoaded onReload={reload}>A picture could not be loaded.</NotLoaded>
      )}
    </>
  );
}

interface EvidenceVideoProps {
  address: string;
  onReload: () => void;
}

/** The video of a collision in the browser's own player. */
export function EvidenceVideo({ address, onReload }: EvidenceVideoProps) {
  const { round, hasFailed, fail, reload } = useFailedLoads(onReload);
  return (
    <div className={classNames('grid gap-4', css['player'])}>
      <video
        key={round}
        src={address}
        controls
        playsInline
        preload="metadata"
        aria-label="Video of the collision"
        onError={() => fail(address)}
      />
      {hasFailed(address) && (
        <NotLoaded onReload={reload}>This browser cannot play the video.</NotLoaded>
      )}
      <a href={address} download>
        Download the video
      </a>
    </div>
  );
}
