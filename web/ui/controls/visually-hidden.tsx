import type { ComponentProps } from 'react';
import { classNames } from '../theme/class-names.ts';

/** Text that is read out and not seen. */
export function VisuallyHidden({ className, ...rest }: ComponentProps<'span'>) {
  return <span {...rest} className={classNames('visually-hidden', className)} />;
}
