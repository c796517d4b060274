import { Button, type ButtonProps } from './button.tsx';

export interface IconButtonProps extends Omit<
  ButtonProps,
  'children' | 'square' | 'wide' | 'loadingLabel'
> {
  /** Its accessible name, also shown as the tooltip. */
  label: string;
}

/** A square button with only an icon. */
export function IconButton({ label, variant = 'quiet', ...rest }: IconButtonProps) {
  return <Button {...rest} variant={variant} square aria-label={label} title={label} />;
}
