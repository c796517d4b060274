import type { ReactNode } from 'react';

/** One thing that can narrow a list. */
export interface Filter {
  key: string;
  label: string;
  /** What is chosen, in words; null while nothing is. */
  value: string | null;
  onRemove: () => void;
  /** The control; `done` closes what it stands in. */
  render: (done: () => void) => ReactNode;
}
