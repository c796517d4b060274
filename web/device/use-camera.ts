import { useEffect, useState } from 'react';

type CameraState = 'starting' | 'on' | 'refused';

/** The browser or its owner allows none, there is none, or it could not be opened. */
export type CameraProblem = 'forbidden' | 'none' | 'busy';

/**
 * Shows the device's camera in a video element while it is there, and switches it off after.
 * `wanted` must be the same object each time.
 */
export function useCamera(video: HTMLVideoElement | null, wanted: MediaTrackConstraints) {
  const [state, setState] = useState<CameraState>('starting');
  const [problem, setProblem] = useState<CameraProblem | null>(null);

  useEffect(() => {
    // A dialog draws it, perhaps later than this.
    if (!video) return undefined;
    let stream: MediaStream | null = null;
    let left = false;
    open(wanted)
      .then(async (opened) => {
        stream = opened;
        if (left) stop(opened);
        else {
          video.srcObject = opened;
          await video.play();
          setState('on');
        }
      })
      .catch((error: unknown) => {
        if (left) return;
        setProblem(problemOf(error));
        setState('refused');
      });
    return () => {
      left = true;
      if (stream) stop(stream);
    };
  }, [video, wanted]);

  return { state, problem };
}

async function open(wanted: MediaTrackConstraints): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({ video: wanted });
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function problemOf(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'forbidden';
  return name === 'NotFoundError' ? 'none' : 'busy';
}
