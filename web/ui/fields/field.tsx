import { type ReactNode, useId } from 'react';
import { IconAlertCircle } from '#web/ui/icons.ts';
import { sayLines, useSay } from '../say.ts';
import { classNames } from '../theme/class-names.ts';
import css from './field.module.css';

/** The props of every field besides its control's own. */
export interface FieldProps {
  label: ReactNode;
  /** Under the label. */
  hint?: ReactNode;
  /** English sentences, one on a line, which this says in the reader's language; red border. */
  error?: ReactNode;
  /** Adds "(optional)" to the label; required fields are not marked. */
  optional?: boolean | undefined;
  /** A word in brackets after the label, such as "cannot be changed". */
  note?: string | undefined;
  /** At the right of the label, such as a link. */
  aside?: ReactNode;
  id?: string | undefined;
  /** The class of the whole field, for its place in a grid. */
  className?: string | undefined;
}

/** The props that connect the control with its label, hint and error. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

interface FieldFrameProps extends FieldProps {
  children: (control: ControlProps) => ReactNode;
}

/** Label, hint, control and error in reading order, around any control. */
export function Field({ children, className, ...props }: FieldFrameProps) {
  const say = useSay();
  const ownId = useId();
  const id = props.id ?? ownId;
  const invalid = hasError(props.error);
  const described = classNames(props.hint != null && `${id}-hint`, invalid && `${id}-error`);
  const note = props.optional ? say('optional') : props.note;
  return (
    <div className={classNames('column shrink', className)}>
      <div className={classNames('flex baseline gap-4', css['head'])}>
        <label className={classNames('body strong', css['label'])} htmlFor={id} id={`${id}-label`}>
          {props.label}
          {note !== undefined && (
            <span className={classNames('quiet', css['note'])}> ({note})</span>
          )}
        </label>
        {props.aside != null && <span className={css['aside']}>{props.aside}</span>}
      </div>
      {props.hint != null && (
        <p className={classNames('small quiet', css['hint'])} id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': invalid || undefined,
      })}
      {invalid && <FieldError id={`${id}-error`}>{props.error}</FieldError>}
    </div>
  );
}

/** The sentence under a field in error, with its icon. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className={classNames('flex align-start gap-3 small strong', css['error'])} id={id}>
      <ErrorText>{children}</ErrorText>
    </p>
  );
}

/** The inside of a FieldError: text arrives in English, and is said here. */
export function ErrorText({ children }: { children: ReactNode }) {
  const say = useSay();
  return (
    <>
      <IconAlertCircle size={16} stroke={2.2} aria-hidden />
      <span>{typeof children === 'string' ? sayLines(say, children) : children}</span>
    </>
  );
}

/** True with an error to show: forms give null, false or '' for none. */
export function hasError(error: ReactNode): boolean {
  return error !== undefined && error !== null && error !== false && error !== '';
}
