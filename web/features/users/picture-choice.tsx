import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { IconCamera, IconPhoto } from '#web/ui/icons.ts';
import { Camera } from './camera.tsx';

/** In bytes. */
const largest = 15 * 1024 * 1024;

/** A picture that was chosen but not yet sent: the file, an address to show it, and what is wrong. */
export function usePictureChoice() {
  const [chosen, setChosen] = useState<{ file: File; address: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(
    () => () => {
      if (chosen) URL.revokeObjectURL(chosen.address);
    },
    [chosen],
  );

  function choose(file: File): void {
    const wrong = problemOf(file);
    setProblem(wrong);
    setChosen(wrong === null ? { file, address: URL.createObjectURL(file) } : null);
  }

  function clear(): void {
    setChosen(null);
    setProblem(null);
  }

  return { file: chosen?.file ?? null, address: chosen?.address, problem, choose, clear };
}
export type PictureChoice = ReturnType<typeof usePictureChoice>;

function problemOf({ type, size }: File): string | null {
  if (!type.startsWith('image/')) return 'Choose a picture, such as a JPEG or PNG.';
  return size > largest ? 'Choose a picture of at most 15 MB.' : null;
}

export interface PictureButtonsProps {
  onChoose: (picture: File) => void;
  /** Why no picture can be chosen; undefined when it can. */
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

  // Where a page may not use the camera, the file field opens the device's own camera app.
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
