import { IconCheck } from '#web/ui/icons.ts';
import { classNames } from '../theme/class-names.ts';
import css from './section-letter.module.css';

export interface SectionLetterProps {
  letter: string;
  /** current: a blue sign. done: a tick in its place. later: an outline. */
  state?: 'current' | 'done' | 'later';
}

/** The letter of a form section, drawn like a road sign. The title beside it says the same. */
export function SectionLetter({ letter, state = 'current' }: SectionLetterProps) {
  return (
    <span className={classNames('flex-none', css['letter'], css[state])} aria-hidden>
      {state === 'done' ? <IconCheck size={17} stroke={2.4} /> : letter}
    </span>
  );
}
