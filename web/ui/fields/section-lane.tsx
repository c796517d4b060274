import type { MouseEvent } from 'react';
import { RimLetter } from '../ticket/rim-letter.tsx';
import css from './section-lane.module.css';

export interface LaneSection {
  /** The id of the FormSection. */
  id: string;
  letter: string;
  title: string;
  /** One line, such as "2 items" or what is missing. */
  line: string;
  state: 'done' | 'current' | 'later';
}

export interface SectionLaneProps {
  sections: readonly LaneSection[];
  /** Called besides the scroll to the section, for keeping track of the current one. */
  onChoose?: ((id: string) => void) | undefined;
  label?: string | undefined;
}

/** The sections of a form along a lane: down the side at a desk, across the top on a phone. */
export function SectionLane({ sections, onChoose, label = 'Sections' }: SectionLaneProps) {
  function go(event: MouseEvent, id: string): void {
    event.preventDefault();
    document.getElementById(id)?.scrollIntoView({ block: 'start' });
    document.getElementById(`${id}-title`)?.focus({ preventScroll: true });
    onChoose?.(id);
  }
  return (
    <nav aria-label={label}>
      <ol className={css['lane']}>
        {sections.map(({ id, letter, title, line, state }) => (
          <li key={id} className={css['item']} data-state={state}>
            <a
              href={`#${id}`}
              className={css['link']}
              aria-current={state === 'current' ? 'step' : undefined}
              onClick={(event) => go(event, id)}
            >
              <RimLetter letter={letter} state={state} />
              <span className={css['words']}>
                <span className={css['title']}>
                  {letter} {title}
                </span>{' '}
                <span className={css['state']}>{line}</span>
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
