import type { ReactNode } from 'react';

/** One line of the palette. */
export interface Entry {
  key: string;
  label: string;
  /** Shown in place of the label. */
  shown?: ReactNode;
  /** A second, smaller line. */
  detail?: string | undefined;
  /** At the end of the line. */
  mark?: ReactNode;
  icon: ReactNode;
  /** The words that a command is found by, if not those of its label. */
  words?: string | undefined;
  run: () => void;
}

export interface EntryGroup {
  title: string;
  entries: readonly Entry[];
}
