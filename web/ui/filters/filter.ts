import type { ReactNode } from 'react';

/** One thing that can narrow a list. */
export interface Filter {
  key: string;
  label: string;
  /** The choice in words; null while there is none. */
  value: string | null;
  onRemove: () => void;
  /** The control; it calls `done` to close its popover. */
  render: (done: () => void) => ReactNode;
}
