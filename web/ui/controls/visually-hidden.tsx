import type { ComponentProps } from 'react';
import { classNames } from '../theme/class-names.ts';

/** What is read out but not seen. */
export function VisuallyHidden({ className, ...rest }: ComponentProps<'span'>) {
  return <span {...rest} className={classNames('visually-hidden', className)} />;
}
