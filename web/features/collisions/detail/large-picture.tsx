import { useEffectEvent, useLayoutEffect } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { IconChevronLeft, IconChevronRight } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import type { EvidencePicture } from '../collision-words.ts';
import css from './evidence.module.css';
import { NotLoaded, useFailedLoads } from './evidence.tsx';

interface LargePictureProps {
  opened: boolean;
  pictures: readonly EvidencePicture[];
  index: number;
  onTurn: (index: number) => void;
  onClose: () => void;
  onReload: () => void;
}

/** One picture as large as the window, with buttons to the previous and the next one. */
export function LargePicture(props: LargePictureProps) {
  const { opened, pictures, index, onTurn, onClose, onReload } = props;
  const { round, hasFailed, fail, reload } = useFailedLoads(onReload);
  const last = pictures.length - 1;
  const picture = pictures[index];

  function turn(steps: number): void {
    const next = Math.min(Math.max(index + steps, 0), last);
    if (next !== index) onTurn(next);
  }
  useArrowKeys(opened, turn);

  if (!picture) return null;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={picture.alt}
      size="lg"
      footer={
        <div className="row between gap-6">
          <Button
            icon={<IconChevronLeft size={18} aria-hidden />}
            disabled={index === 0}
            reason="This is the first picture."
            onClick={() => turn(-1)}
          >
            Previous
          </Button>
          <span role="status">
            {index + 1} of {pictures.length}
          </span>
          <Button
            disabled={index === last}
            reason="This is the last picture."
            onClick={() => turn(1)}
          >
            Next
            <IconChevronRight size={18} aria-hidden />
          </Button>
        </div>
      }
    >
      <img
        key={`${picture.address} ${round}`}
        className={classNames('block', css['large'])}
        src={picture.address}
        alt={picture.alt}
        onError={() => fail(picture.address)}
      />
      {hasFailed(picture.address) && (
        <NotLoaded onReload={reload}>This picture could not be loaded.</NotLoaded>
      )}
    </Dialog>
  );
}

/** Calls `turn` for the left and right keys, wherever the focus is in the open dialog. */
function useArrowKeys(active: boolean, turn: (steps: number) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === 'ArrowLeft') turn(-1);
    if (event.key === 'ArrowRight') turn(1);
  });
  useLayoutEffect(() => {
    if (!active) return undefined;
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [active]);
}
