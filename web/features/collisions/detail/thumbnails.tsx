import { useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import type { EvidencePicture } from '../collision-words.ts';
import css from './evidence.module.css';

export interface ThumbnailsProps {
  pictures: readonly EvidencePicture[];
  /** Opens one large. */
  onShow: (picture: EvidencePicture) => void;
  /** Gets addresses that hold again: those there are may have run out. */
  onReload: () => void;
  small?: boolean;
}

/** Pictures, small; each opens large. */
export function Thumbnails({ pictures, onShow, onReload, small }: ThumbnailsProps) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const [round, setRound] = useState(0);
  const missing = pictures.some(({ address }) => broken.includes(address));
  if (pictures.length === 0) return null;

  function again(): void {
    setBroken([]);
    setRound((count) => count + 1);
    onReload();
  }

  return (
    <>
      <ul className={classNames(css['thumbnails'], small && css['small'])}>
        {pictures.map((picture) => (
          // An address that still holds stays the same: only a new element asks for it again.
          <li key={`${picture.address} ${round}`}>
            <button type="button" onClick={() => onShow(picture)}>
              <img
                src={picture.address}
                alt={picture.alt}
                loading="lazy"
                onError={() => setBroken((before) => [...before, picture.address])}
              />
            </button>
          </li>
        ))}
      </ul>
      {missing && <NotLoaded onReload={again}>A picture could not be loaded.</NotLoaded>}
    </>
  );
}

interface NotLoadedProps {
  children: string;
  onReload: () => void;
}

/** Says that evidence did not come, and offers to fetch it again. */
export function NotLoaded({ children, onReload }: NotLoadedProps) {
  return (
    <p role="alert" className={css['broken']}>
      {children}{' '}
      <Button variant="link" size="sm" onClick={onReload}>
        Load again
      </Button>
    </p>
  );
}
