import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react';
import { IconLoader2 } from '#web/ui/icons.ts';
import { classNames } from '../theme/class-names.ts';
import { buttonClass, type ButtonLook } from './button-class.ts';
import css from './button.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'>, ButtonLook {
  icon?: ReactNode;
  /** Shows a spinner in the same width, and can't be pressed. */
  loading?: boolean | undefined;
  /** The label while busy, such as "Saving". */
  loadingLabel?: string | undefined;
  /** Can't be pressed but focused, so that the reason can be found. */
  disabled?: boolean | undefined;
  /** The reason why it is disabled: always in its description. */
  reason?: string | undefined;
  /** Shows the reason beside the button (below it when wide). */
  showReason?: boolean | undefined;
}

export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    wide,
    square,
    iconOnPhone,
    iconOnTablet,
    icon,
    loading,
    loadingLabel,
    disabled,
    reason,
    showReason,
    children,
    className,
    onClick,
    ...rest
  } = props;
  const reasonId = useId();
  const inert = disabled === true || loading === true;
  const isReplaced = loadingLabel !== undefined;
  const why = disabled === true ? reason : undefined;

  function press(event: MouseEvent<HTMLButtonElement>): void {
    if (inert) {
      event.preventDefault();
      event.stopPropagation();
    } else {
      onClick?.(event);
    }
  }

  const label = (
    <span
      className={classNames(
        'inline-row center',
        css['content'],
        loading && (isReplaced ? css['gone'] : css['faded']),
      )}
    >
      {icon}
      {children}
    </span>
  );
  const button = (
    <button
      type="button"
      {...rest}
      className={classNames(
        buttonClass({ variant, size, wide, square, iconOnPhone, iconOnTablet }),
        disabled && css['off'],
        loading && css['busy'],
        className,
      )}
      aria-disabled={inert || undefined}
      aria-busy={loading === true || undefined}
      aria-describedby={why === undefined ? rest['aria-describedby'] : reasonId}
      onClick={press}
    >
      {loading ? (
        <span className={css['stack']}>
          {label}
          <span className={classNames('inline-row center', css['content'])}>
            <IconLoader2 className={css['spin']} size={17} stroke={2.2} aria-hidden />
            {loadingLabel}
          </span>
        </span>
      ) : (
        label
      )}
    </button>
  );
  if (why === undefined) return button;
  return (
    <span className={classNames('inline-row wrap', css['withReason'], wide && css['wide'])}>
      {button}
      {showReason ? (
        <span id={reasonId} className="small quiet">
          {why}
        </span>
      ) : (
        <VisuallyHidden id={reasonId}>{why}</VisuallyHidden>
      )}
    </span>
  );
}
