import { useId } from 'react';
import { IconCircleCheck, IconCircleDashed } from '#web/ui/icons.ts';
import { VisuallyHidden } from '../controls/visually-hidden.tsx';
import { classNames } from '../theme/class-names.ts';
import css from './checklist.module.css';
import { FieldLink } from './field-link.tsx';

export interface ChecklistPoint {
  label: string;
  done: boolean;
  /** The id of the field that an open point leads to. */
  field: string;
}

export interface ChecklistProps {
  points: readonly ChecklistPoint[];
}

/** The gaps of a form that can't be submitted yet, with links to those fields. */
export function Checklist({ points }: ChecklistProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="body">
        Before you can submit
      </h3>
      <ul className={classNames('column gap-3', css['list'])}>
        {points.map(({ label, done, field }) => (
          <li
            key={label}
            className={classNames('flex align-start gap-4', css['point'], done && css['done'])}
          >
            {done ? (
              <>
                <IconCircleCheck size={18} aria-hidden />
                <span>
                  {label}
                  <VisuallyHidden>, done</VisuallyHidden>
                </span>
              </>
            ) : (
              <>
                <IconCircleDashed size={18} aria-hidden />
                <FieldLink field={field}>{label}</FieldLink>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
