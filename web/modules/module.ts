import type { ComponentType } from 'react';
import type { ScreenPath } from '#contract/screen-paths.ts';
import type { Fillings } from '#web/records/slot.tsx';

/** A screen. */
export type Page = ComponentType & {
  /** Four sentences: what it is for, what one does, what happens next, and who goes on. */
  readonly help: string;
};

/** What a module adds to the screens. */
export interface WebModule {
  readonly pages: Readonly<Partial<Record<ScreenPath, () => Promise<{ default: Page }>>>>;
  readonly slots?: Fillings;
}
