import css from './button.module.css';
import { classNames } from '../theme/class-names.ts';

export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'link' | 'destructive';
export type ButtonSize = 'sm' | 'md' | 'lg';

export interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Fills the width of its place. */
  wide?: boolean | undefined;
  /** Square, for an icon alone. */
  square?: boolean | undefined;
  /** On a phone the icon says it; the words, in a `<span>`, stay the button's name. */
  iconOnPhone?: boolean | undefined;
}

/** The look of a button for something that isn't one, such as the router's link. */
export function buttonClass({
  variant = 'default',
  size = 'md',
  wide,
  square,
  iconOnPhone,
}: ButtonLook): string {
  return classNames(
    css['button'],
    css[variant],
    css[size],
    wide && css['wide'],
    square && css['icon'],
    iconOnPhone && css['iconOnPhone'],
  );
}
