import { classNames } from '../theme/class-names.ts';
import css from './button.module.css';

export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'link' | 'destructive';
export type ButtonSize = 'sm' | 'md' | 'lg';

export interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** As wide as its place. */
  wide?: boolean | undefined;
  /** Square, for an icon alone. */
  square?: boolean | undefined;
  /** On a phone only the icon is visible; the words, in a `<span>`, stay the button's name. */
  iconOnPhone?: boolean | undefined;
  /** The same, up to 900 px. */
  iconOnTablet?: boolean | undefined;
}

/** The classes of a button, for what isn't one, such as the router's link. */
export function buttonClass({
  variant = 'default',
  size = 'md',
  wide,
  square,
  iconOnPhone,
  iconOnTablet,
}: ButtonLook): string {
  return classNames(
    'inline-row center strong',
    css['button'],
    css[variant],
    css[size],
    wide && css['wide'],
    square && css['icon'],
    iconOnPhone && css['iconOnPhone'],
    iconOnTablet && css['iconOnTablet'],
  );
}
