import type { ComponentType } from 'react';
import type { OfflineRecord } from '#contract/records.ts';
import type { ScreenPath } from '#contract/screen-paths.ts';
import type { Fillings } from '#web/records/slot.tsx';
import type { Icon } from '#web/ui/icons.ts';

/** A screen. */
export type Page = ComponentType & {
  /** Four sentences: what it is for, what one does, what happens next, and who goes on. */
  readonly help: string;
};

/** The form of a record, which opens over any screen. */
export type Form = ComponentType<{ onClose: () => void }>;

/** How an entry of the side navigation looks. */
export interface EntryLook {
  readonly icon: Icon;
  /** Thin gaps separate the groups. */
  readonly group: 1 | 2 | 3 | 4 | 5 | 6;
}

/** What a module adds to the screens. */
export interface WebModule {
  readonly pages: Readonly<Partial<Record<ScreenPath, () => Promise<{ default: Page }>>>>;
  /** Of each screen with an entry of its own in the side navigation. */
  readonly entries?: Readonly<Partial<Record<ScreenPath, EntryLook>>>;
  readonly forms?: Readonly<Partial<Record<OfflineRecord, () => Promise<{ default: Form }>>>>;
  readonly slots?: Fillings;
}
