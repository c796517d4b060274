import type { ReactNode } from 'react';

/** One line of the palette. */
export interface Entry {
  key: string;
  /** What it is or does, in words. */
  label: string;
  /** Instead of the label, where words alone would be too plain. */
  shown?: ReactNode;
  /** Second, smaller. */
  detail?: string | undefined;
  /** At the end of the line. */
  mark?: ReactNode;
  icon: ReactNode;
  /** What a command is found by, if not by its label. */
  words?: string | undefined;
  run: () => void;
}

export interface EntryGroup {
  title: string;
  entries: readonly Entry[];
}
