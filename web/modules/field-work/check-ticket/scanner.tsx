import { useEffect, useEffectEvent, useState } from 'react';
import { type CameraProblem, useCamera } from '#web/device/use-camera.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './check-ticket.module.css';

const ofTicket = {
  facingMode: 'environment',
  width: { ideal: 1280 },
  height: { ideal: 1280 },
} as const;

/** Milliseconds between two looks at the picture. */
const every = 150;

const otherwise =
  'Enter the ticket’s web address below, or scan the code with the phone’s camera app to open the public page.';
const problems: Record<CameraProblem, string> = {
  forbidden: `The browser is not allowed to use the camera. Allow it in the browser’s settings for this site. ${otherwise}`,
  none: `This device has no camera that the browser can use. ${otherwise}`,
  busy: `The camera could not be opened. Close other apps that use it. ${otherwise}`,
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
        <Notice kind="warn">This device cannot read codes without a network. {otherwise}</Notice>
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

/** Reads a QR code in the picture; null where there is none that can be read. */
type FindCode = (video: HTMLVideoElement) => Promise<string | null>;

/** As browsers have it that read codes themselves: TypeScript doesn't know it yet. */
interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
}

/** The browser's own reader where it has one, else that of a library. */
async function codeFinder(): Promise<FindCode> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  // Desktop browsers may have the class and read nothing.
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => []);
  if (!BarcodeDetector || !formats?.includes('qr_code'))
    return (await import('./pixel-finder.ts')).findInPixels;
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return async (video) => {
    try {
      const [first] = await detector.detect(video);
      return first?.rawValue ?? null;
    } catch {
      // A picture that isn't there yet.
      return null;
    }
  };
}
