import { useEffect, useState, type RefObject } from 'react';

type CameraState = 'starting' | 'on' | 'refused';

/** Shows the device's camera in a video element while it is there, and switches it off after. */
export function useCamera(video: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState<CameraState>('starting');
  const [problem, setProblem] = useState('');

  useEffect(() => {
    let stream: MediaStream | null = null;
    let left = false;
    const wanted = {
      video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 960 } },
    };
    navigator.mediaDevices
      .getUserMedia(wanted)
      .then(async (opened) => {
        stream = opened;
        if (left) stop(opened);
        else if (video.current) {
          video.current.srcObject = opened;
          await video.current.play();
          setState('on');
        }
      })
      .catch((error: unknown) => {
        if (left) return;
        setProblem(whyNot(error));
        setState('refused');
      });
    return () => {
      left = true;
      if (stream) stop(stream);
    };
  }, [video]);

  return { state, problem };
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function whyNot(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError')
    return 'The browser may not use the camera. Allow it in the settings of this page, or use the camera app.';
  if (name === 'NotFoundError')
    return 'This device has no camera that the browser can use. Choose a picture from the gallery.';
  return 'The camera could not be opened. Close what else uses it, or use the camera app.';
}
