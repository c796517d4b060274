import { IconCheck } from '@tabler/icons-react';
import { classNames } from '../theme/class-names.ts';
import css from './rim-letter.module.css';

export interface RimLetterProps {
  letter: string;
  /** current: the blue sign. done: a tick in its place. later: an outline. */
  state?: 'current' | 'done' | 'later';
}

/** The letter of a form section, as on a road sign; the words beside it carry the meaning. */
export function RimLetter({ letter, state = 'current' }: RimLetterProps) {
  return (
    <span className={classNames(css['letter'], css[state])} aria-hidden>
      {state === 'done' ? <IconCheck size={17} stroke={2.4} /> : letter}
    </span>
  );
}
