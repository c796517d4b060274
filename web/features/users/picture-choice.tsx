import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { readyFile } from '#web/forms/pictures/ready-file.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toastFailed } from '#web/ui/feedback/toast.tsx';
import { IconCamera, IconPhoto } from '#web/ui/icons.ts';
import { Camera } from './camera.tsx';

/** A picture that was chosen but not yet sent: the file, an address to show it, and what is wrong. */
export function usePictureChoice() {
  const [chosen, setChosen] = useState<{ file: File; address: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** A later choice counts. */
  const latest = useRef(0);

  useEffect(
    () => () => {
      if (chosen) URL.revokeObjectURL(chosen.address);
    },
    [chosen],
  );

  function choose(picture: File): void {
    const turn = (latest.current += 1);
    setProblem(null);
    void readyFile(picture, 'picture').then(({ file, wrong }) => {
      if (turn !== latest.current) return;
      setProblem(wrong);
      if (wrong !== null) toastFailed(wrong);
      setChosen(file && { file, address: URL.createObjectURL(file) });
    });
  }

  function clear(): void {
    latest.current += 1;
    setChosen(null);
    setProblem(null);
  }

  return { file: chosen?.file ?? null, address: chosen?.address, problem, choose, clear };
}
export type PictureChoice = ReturnType<typeof usePictureChoice>;

export interface PictureButtonsProps {
  onChoose: (picture: File) => void;
  /** The reason why no picture can be chosen; undefined when it can. */
  reason?: string | undefined;
}

/** Capture takes a picture with the camera; Gallery chooses an existing one. */
export function PictureButtons({ onChoose, reason }: PictureButtonsProps) {
  const [filming, setFilming] = useState(false);
  const gallery = useRef<HTMLInputElement>(null);
  const capture = useRef<HTMLInputElement>(null);
  const off = { disabled: reason !== undefined, reason };

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const [file] = currentTarget.files ?? [];
    // Emptied, so that choosing the same file again is a change too.
    currentTarget.value = '';
    if (file) onChoose(file);
  }

  // On a page that may not use the camera, the file field opens the device's own camera app.
  const film = () => (canFilm() ? setFilming(true) : capture.current?.click());

  return (
    <>
      <Button icon={<IconCamera size={18} stroke={1.8} aria-hidden />} onClick={film} {...off}>
        Capture
      </Button>
      <Button
        icon={<IconPhoto size={18} stroke={1.8} aria-hidden />}
        onClick={() => gallery.current?.click()}
        {...off}
      >
        Gallery
      </Button>
      <input
        ref={gallery}
        type="file"
        accept="image/*"
        hidden
        aria-label="Picture from the gallery"
        onChange={take}
      />
      <input
        ref={capture}
        type="file"
        accept="image/*"
        capture="user"
        hidden
        aria-label="Picture from the camera"
        onChange={take}
      />
      {filming && (
        <Camera
          onPicture={(picture) => {
            setFilming(false);
            onChoose(picture);
          }}
          onInstead={() => {
            setFilming(false);
            capture.current?.click();
          }}
          onClose={() => setFilming(false)}
        />
      )}
    </>
  );
}

// The types don't say that it is missing on a page without HTTPS.
const canFilm = () => 'mediaDevices' in navigator;
