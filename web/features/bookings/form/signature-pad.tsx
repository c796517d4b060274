import { type PointerEvent, useCallback, useRef, useState } from 'react';
import { useSay } from '#web/device/language.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import css from './pictures-section.module.css';

interface SignaturePadProps {
  opened: boolean;
  onSigned: (signature: File) => void;
  onClose: () => void;
}

/** In pixels: as wide as a phone draws it on glass. */
const size = { width: 1_000, height: 500 } as const;

/** The driver signs with a finger, a pen or the mouse; what was drawn is kept as a picture. */
export function SignaturePad({ opened, onSigned, onClose }: SignaturePadProps) {
  const say = useSay();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [begun, setBegun] = useState(false);
  const isDrawing = useRef(false);

  const wipe = useCallback((pad: HTMLCanvasElement | null) => {
    canvas.current = pad;
    setBegun(false);
    const pen = pad?.getContext('2d', { alpha: false });
    if (!pen) return;
    pen.fillStyle = 'white';
    pen.fillRect(0, 0, size.width, size.height);
  }, []);

  function draw({
    currentTarget: pad,
    nativeEvent: { offsetX, offsetY },
  }: PointerEvent<HTMLCanvasElement>): void {
    const pen = pad.getContext('2d', { alpha: false });
    if (!pen) return;
    pen.lineWidth = 5;
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    const scale = size.width / pad.clientWidth;
    pen.lineTo(offsetX * scale, offsetY * scale);
    pen.stroke();
  }

  function begin(event: PointerEvent<HTMLCanvasElement>): void {
    const { currentTarget: pad, pointerId } = event;
    pad.setPointerCapture(pointerId);
    pad.getContext('2d', { alpha: false })?.beginPath();
    isDrawing.current = true;
    setBegun(true);
    // A tap leaves a dot.
    draw(event);
    draw(event);
  }

  function keep(): void {
    canvas.current?.toBlob((blob) => {
      if (blob) onSigned(new File([blob], 'signature.png', { type: 'image/png' }));
    }, 'image/png');
  }

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={say('Driver’s signature')}
      footer={
        <div className="row between gap-6">
          <Button onClick={() => wipe(canvas.current)}>{say('Clear')}</Button>
          <Button
            variant="primary"
            disabled={!begun}
            reason={say('The driver has not signed yet.')}
            onClick={keep}
          >
            {say('Save signature')}
          </Button>
        </div>
      }
    >
      <div className="column gap-6">
        <p>
          {say(
            'The driver signs to say that they received the ticket. Signing does not mean that they admit the offence.',
          )}
        </p>
        <canvas
          ref={wipe}
          {...size}
          className={css['pad']}
          role="img"
          aria-label={say('Sign here')}
          onPointerDown={begin}
          onPointerMove={(event) => {
            if (isDrawing.current) draw(event);
          }}
          onPointerUp={() => {
            isDrawing.current = false;
          }}
          onPointerCancel={() => {
            isDrawing.current = false;
          }}
        />
      </div>
    </Dialog>
  );
}
