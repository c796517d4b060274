import type { MouseEvent, ReactNode } from 'react';
import { focusField } from './focus-field.ts';

/** A link to a field on the same page, which moves the focus without changing the address. */
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
