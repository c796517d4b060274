import { useState } from 'react';
import { type CameraProblem, useCamera } from '#web/device/use-camera.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconCamera } from '#web/ui/icons.ts';
import css from './camera.module.css';

const pictureOfOneself = {
  facingMode: 'user',
  width: { ideal: 1280 },
  height: { ideal: 960 },
} as const;

interface CameraProps {
  onPicture: (picture: File) => void;
  /** The camera can't be used here: take the picture with the device's own app. */
  onInstead: () => void;
  onClose: () => void;
}

/** The picture of the device's camera, and a shutter. */
export function Camera({ onPicture, onInstead, onClose }: CameraProps) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const { state, problem } = useCamera(video, pictureOfOneself);

  async function shoot(): Promise<void> {
    if (video) onPicture(await squarePicture(video));
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title="Take a picture"
      footer={
        <div className="row wrap center gap-6">
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
      {problem !== null && <Notice kind="warn">{problems[problem]}</Notice>}
      {state === 'starting' && <LoadingNote>Waiting for the camera</LoadingNote>}
      <div className={css['frame']} hidden={state !== 'on'}>
        <video ref={setVideo} className={css['video']} autoPlay playsInline muted />
      </div>
    </Dialog>
  );
}

const problems: Record<CameraProblem, string> = {
  forbidden:
    'The browser is not allowed to use the camera. Allow it in the browser’s settings for this site, or use the camera app.',
  none: 'This device has no camera that the browser can use. Select a picture from the gallery.',
  busy: 'Hanya could not open the camera. Close other apps that use it, or use the camera app.',
};

/** The side of a picture, in pixels. */
const side = 720;

/** The middle of what a video shows, as a square JPEG of 720 pixels. */
async function squarePicture(video: HTMLVideoElement): Promise<File> {
  const { videoWidth: width, videoHeight: height } = video;
  const edge = Math.min(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const [left, top] = [(width - edge) / 2, (height - edge) / 2];
  canvas.getContext('2d')?.drawImage(video, left, top, edge, edge, 0, 0, side, side);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', 0.9),
  );
  if (!blob) throw new Error('The picture could not be taken.');
  return new File([blob], 'picture.jpg', { type: 'image/jpeg' });
}
