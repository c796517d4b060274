import { useState } from 'react';
import css from './avatar.module.css';
import { classNames } from '../theme/class-names.ts';

export interface AvatarProps {
  name: string;
  /** Address of the picture; initials without one, or when it can't be loaded. */
  picture?: string | undefined;
  /** 30, 34, 40 or 96 px. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | undefined;
  /** On the navigation ground. */
  onDark?: boolean | undefined;
}

/** A person's picture or initials. It says nothing: the name stands beside it. */
export function Avatar({ name, picture, size = 'md', onDark }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const shown = picture !== undefined && picture !== '' && picture !== broken;
  return (
    <span className={classNames(css['avatar'], css[size], onDark && css['onDark'])} aria-hidden>
      {shown ? (
        <img src={picture} alt="" loading="lazy" onError={() => setBroken(picture)} />
      ) : (
        initials(name)
      )}
    </span>
  );
}

/** First letters of the first and the last word, in capitals. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters
    .map((word) => /\p{L}/u.exec(word ?? '')?.[0] ?? '')
    .join('')
    .toLocaleUpperCase('en-NG');
}
