import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { Evidence } from '../collision-words.ts';
import css from './evidence.module.css';

export interface EvidenceGalleryProps {
  pictures: readonly Evidence[];
  /** A picture could not be loaded: its address may have run out. */
  onStale: () => void;
}

/** The pictures of a collision, small; each opens large, with the others before and after it. */
export function EvidenceGallery({ pictures, onStale }: EvidenceGalleryProps) {
  const [shown, setShown] = useState<number | null>(null);
  const [broken, setBroken] = useState(false);
  const again = () => {
    setBroken(false);
    onStale();
  };
  return (
    <>
      <ul className={css['thumbnails']}>
        {pictures.map(({ address, alt }, index) => (
          <li key={address}>
            <button type="button" className={css['thumbnail']} onClick={() => setShown(index)}>
              <img src={address} alt={alt} loading="lazy" onError={() => setBroken(true)} />
              <span>{alt}</span>
            </button>
          </li>
        ))}
      </ul>
      {broken && (
        <p role="alert">
          A picture could not be loaded.{' '}
          <Button variant="link" size="sm" onClick={again}>
            Load again
          </Button>
        </p>
      )}
      {shown !== null && (
        <LargePicture
          pictures={pictures}
          index={shown}
          onTurn={setShown}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

interface LargePictureProps {
  pictures: readonly Evidence[];
  index: number;
  onTurn: (index: number) => void;
  onClose: () => void;
}

function LargePicture({ pictures, index, onTurn, onClose }: LargePictureProps) {
  const picture = pictures[index];
  if (!picture) return null;
  const turn = (steps: number) => onTurn(Math.min(Math.max(index + steps, 0), pictures.length - 1));
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') turn(-1);
    if (key === 'ArrowRight') turn(1);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={picture.alt}
      size="lg"
      footer={
        <div className={css['steps']}>
          <Button
            icon={<IconChevronLeft size={18} aria-hidden />}
            disabled={index === 0}
            onClick={() => turn(-1)}
          >
            Previous
          </Button>
          <span role="status">
            {index + 1} of {pictures.length}
          </span>
          <Button
            icon={<IconChevronRight size={18} aria-hidden />}
            disabled={index === pictures.length - 1}
            onClick={() => turn(1)}
          >
            Next
          </Button>
        </div>
      }
    >
      <div role="group" aria-label="Evidence, arrow keys turn the pictures" onKeyDown={onKeyDown}>
        <img
          key={picture.address}
          className={css['large']}
          src={picture.address}
          alt={picture.alt}
          tabIndex={-1}
        />
      </div>
    </Dialog>
  );
}
