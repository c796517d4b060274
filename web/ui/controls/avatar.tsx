import { useState } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './avatar.module.css';

export interface AvatarProps {
  name: string;
  /** The address of the picture. Without one, or when it can't be loaded, initials are shown. */
  picture?: string | undefined;
  /** 30, 34, 40 or 96 px. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | undefined;
  /** For the dark background of the navigation. */
  onDark?: boolean | undefined;
}

/** A person's picture or initials, hidden from screen readers since the name stands beside it. */
export function Avatar({ name, picture, size = 'md', onDark }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const shown = picture !== undefined && picture !== '' && picture !== broken;
  return (
    <span
      className={classNames('flex-none', css['avatar'], css[size], onDark && css['onDark'])}
      aria-hidden
    >
      {shown ? (
        <img src={picture} alt="" loading="lazy" onError={() => setBroken(picture)} />
      ) : (
        initials(name)
      )}
    </span>
  );
}

/** The first letters of the first and the last word, in capitals. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters
    .map((word) => /\p{L}/u.exec(word ?? '')?.[0] ?? '')
    .join('')
    .toLocaleUpperCase('en-NG');
}
