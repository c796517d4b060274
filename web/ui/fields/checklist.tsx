import { VisuallyHidden } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useId } from 'react';
import css from './checklist.module.css';
import { classNames } from '../theme/class-names.ts';
import { FieldLink } from './field-link.tsx';

export interface ChecklistPoint {
  label: string;
  done: boolean;
  /** The id of the field that an open point leads to. */
  field: string;
}

export interface ChecklistProps {
  points: readonly ChecklistPoint[];
  title?: string | undefined;
}

/** What is still missing before a form can go: open points are links to their fields. */
export function Checklist({ points, title = 'Before you can submit' }: ChecklistProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="body">
        {title}
      </h3>
      <ul className={css['list']}>
        {points.map(({ label, done, field }) => (
          <li key={label} className={classNames(css['point'], done && css['done'])}>
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
