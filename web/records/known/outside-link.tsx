import { VisuallyHidden } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './known-note.module.css';

/** Opens a screen in a tab of its own, so that what is being typed stays as it is. */
export function OutsideLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a className={css['link']} href={to} target="_blank" rel="noopener">
      {children}
      <IconExternalLink size={14} aria-hidden />
      <VisuallyHidden> (in a new tab)</VisuallyHidden>
    </a>
  );
}
