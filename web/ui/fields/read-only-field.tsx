import { type ReactNode, useId } from 'react';
import { IconLock } from '#web/ui/icons.ts';
import { classNames } from '../theme/class-names.ts';
import css from './field.module.css';

export interface ReadOnlyFieldProps {
  label: ReactNode;
  value: ReactNode;
  /** In brackets after the label, such as "cannot be changed". */
  note?: string | undefined;
  className?: string | undefined;
}

/** A value that can't be changed: text with a lock. */
export function ReadOnlyField({ label, value, note, className }: ReadOnlyFieldProps) {
  const id = useId();
  return (
    <div className={classNames('column narrow', className)} role="group" aria-labelledby={id}>
      <div className={css['head']}>
        <span className={css['label']} id={id}>
          {label}
          {note !== undefined && <span className={css['note']}> ({note})</span>}
        </span>
      </div>
      <div className={css['fixed']}>
        <IconLock size={15} aria-hidden />
        <span>{value}</span>
      </div>
    </div>
  );
}
