import type { MouseEvent, ReactNode } from 'react';
import { focusField } from './focus-field.ts';

/** A link to a field of the same page: it moves the focus and leaves the address alone. */
export function FieldLink({ field, children }: { field: string; children: ReactNode }) {
  function go(event: MouseEvent): void {
    event.preventDefault();
    focusField(field);
  }
  return (
    <a href={`#${field}`} onClick={go}>
      {children}
    </a>
  );
}
