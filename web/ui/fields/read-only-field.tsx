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
    <div className={classNames('column shrink', className)} role="group" aria-labelledby={id}>
      <div className={classNames('flex baseline gap-4', css['head'])}>
        <span className={classNames('body strong', css['label'])} id={id}>
          {label}
          {note !== undefined && (
            <span className={classNames('quiet', css['note'])}> ({note})</span>
          )}
        </span>
      </div>
      <div className={classNames('row gap-4 anywhere', css['fixed'])}>
        <IconLock size={15} aria-hidden />
        <span>{value}</span>
      </div>
    </div>
  );
}
