import { Button, type ButtonProps } from './button.tsx';

export interface IconButtonProps extends Omit<
  ButtonProps,
  'children' | 'square' | 'wide' | 'loadingLabel'
> {
  /** The name, spoken and shown as the tooltip. */
  label: string;
}

/** A square button with an icon alone; it can't be made without a name. */
export function IconButton({ label, variant = 'quiet', ...rest }: IconButtonProps) {
  return <Button {...rest} variant={variant} square aria-label={label} title={label} />;
}
