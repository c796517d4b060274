import { IconCamera, IconPhoto } from '@tabler/icons-react';
import { useRef, useState, type ChangeEvent } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { Camera } from './camera.tsx';

export interface PictureButtonsProps {
  onChoose: (picture: File) => void;
  /** Why no picture can be chosen; undefined when it can. */
  reason?: string | undefined;
}

/** Capture with the device's camera, or Gallery for a picture that exists. */
export function PictureButtons({ onChoose, reason }: PictureButtonsProps) {
  const [filming, setFilming] = useState(false);
  const gallery = useRef<HTMLInputElement>(null);
  const capture = useRef<HTMLInputElement>(null);
  const off = { disabled: reason !== undefined, reason };

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const [file] = currentTarget.files ?? [];
    // Emptied, so that choosing the same file again is a choice.
    currentTarget.value = '';
    if (file) onChoose(file);
  }

  // Without a camera that pages may use, the device's own camera app takes the picture.
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

// Absent where the page did not come over HTTPS, whatever the types say.
const canFilm = () => 'mediaDevices' in navigator;
