import type { MouseEvent } from 'react';
import { useSay } from '../say.ts';
import { classNames } from '../theme/class-names.ts';
import { SectionLetter } from './section-letter.tsx';
import css from './section-nav.module.css';

export interface SectionNavItem {
  /** The id of the FormSection. */
  id: string;
  letter: string;
  title: string;
  /** One line, such as "2 items" or what is missing. */
  line: string;
  state: 'done' | 'current' | 'later';
}

export interface SectionNavProps {
  sections: readonly SectionNavItem[];
  /** Called when a section is chosen, after it was scrolled into view. */
  onChoose: (id: string) => void;
}

/** Links to the sections of a form: at the side on wide screens, across the top on a phone. */
export function SectionNav({ sections, onChoose }: SectionNavProps) {
  const say = useSay();
  function go(event: MouseEvent, id: string): void {
    event.preventDefault();
    document.getElementById(id)?.scrollIntoView({ block: 'start' });
    document.getElementById(`${id}-title`)?.focus({ preventScroll: true });
    onChoose(id);
  }
  return (
    <nav aria-label={say('Sections')}>
      <ol className={classNames('column', css['sections'])}>
        {sections.map(({ id, letter, title, line, state }) => (
          <li key={id} className={css['item']} data-state={state}>
            <a
              href={`#${id}`}
              className={classNames('flex gap-6', css['link'])}
              aria-current={state === 'current' ? 'step' : undefined}
              onClick={(event) => go(event, id)}
            >
              <SectionLetter letter={letter} state={state} />
              <span className={css['words']}>
                <span className={classNames('block strong', css['title'])}>
                  {letter} {title}
                </span>{' '}
                <span className={classNames('block quiet', css['state'])}>{line}</span>
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
