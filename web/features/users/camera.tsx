import { IconCamera } from '@tabler/icons-react';
import { useRef } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { LaneNote } from '#web/ui/fields/lane-loader.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './camera.module.css';
import { squarePicture } from './square-picture.ts';
import { useCamera } from './use-camera.ts';

export interface CameraProps {
  onPicture: (picture: File) => void;
  /** The camera can't be used here: take the picture with the device's own app. */
  onInstead: () => void;
  onClose: () => void;
}

/** What the device's camera sees, and a shutter. */
export function Camera({ onPicture, onInstead, onClose }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const { state, problem } = useCamera(video);

  async function shoot(): Promise<void> {
    if (video.current) onPicture(await squarePicture(video.current));
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title="Take a picture"
      footer={
        <div className={css['actions']}>
          {state === 'refused' ? (
            <Button variant="primary" size="lg" onClick={onInstead}>
              Use the camera app
            </Button>
          ) : (
            <Button
              variant="primary"
              size="lg"
              icon={<IconCamera size={20} stroke={1.8} aria-hidden />}
              disabled={state !== 'on'}
              reason="The camera is not on yet."
              onClick={() => void shoot()}
            >
              Take picture
            </Button>
          )}
        </div>
      }
    >
      {state === 'refused' && <Notice kind="warn">{problem}</Notice>}
      {state === 'starting' && <LaneNote>Waiting for the camera</LaneNote>}
      <div className={css['frame']} hidden={state !== 'on'}>
        <video ref={video} className={css['video']} autoPlay playsInline muted />
      </div>
    </Dialog>
  );
}
