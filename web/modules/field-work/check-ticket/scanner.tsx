import { useEffect, useEffectEvent, useState } from 'react';
import { type CameraProblem, useCamera } from '#web/device/use-camera.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './check-ticket.module.css';
import { codeFinder, type FindCode } from './code-finder.ts';

const ofTicket = {
  facingMode: 'environment',
  width: { ideal: 1280 },
  height: { ideal: 1280 },
} as const;

/** Milliseconds between two looks at the picture. */
const every = 150;

const otherwise =
  'Enter the address of the ticket below, or point the phone’s own camera at the code: it opens the public page.';
const problems: Record<CameraProblem, string> = {
  forbidden: `The browser may not use the camera. Allow it in the settings of this page. ${otherwise}`,
  none: `This device has no camera that the browser can use. ${otherwise}`,
  busy: `The camera could not be opened. Close what else uses it. ${otherwise}`,
};

interface ScannerProps {
  onFound: (text: string) => void;
  onClose: () => void;
}

/** The camera's picture, until there is a QR code in it. */
export function Scanner({ onFound, onClose }: ScannerProps) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const { state, problem } = useCamera(video, ofTicket);
  const [unread, setUnread] = useState(false);
  const found = useEffectEvent(onFound);

  useEffect(() => {
    if (!video || state !== 'on') return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let left = false;
    async function look(find: FindCode, from: HTMLVideoElement): Promise<void> {
      const text = await find(from);
      if (left) return;
      if (text === null) timer = setTimeout(() => void look(find, from), every);
      else found(text);
    }
    codeFinder().then(
      (find) => void look(find, video),
      () => setUnread(true),
    );
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [video, state]);

  return (
    <div className="column gap-6">
      {problem !== null && <Notice kind="warn">{problems[problem]}</Notice>}
      {unread && (
        <Notice kind="warn">Codes can’t be read here without a network. {otherwise}</Notice>
      )}
      {state === 'starting' && <LoadingNote>Waiting for the camera</LoadingNote>}
      <div className={css['frame']} hidden={state !== 'on'}>
        <video ref={setVideo} className={css['video']} autoPlay playsInline muted />
      </div>
      <div>
        <Button onClick={onClose}>{problem === null ? 'Stop' : 'Close'}</Button>
      </div>
    </div>
  );
}
