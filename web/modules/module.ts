import type { ComponentType } from 'react';
import type { ScreenPath } from '#contract/screen-paths.ts';
import type { Fillings } from '#web/records/slot.tsx';

/** What a module adds to the screens. */
export interface WebModule {
  readonly pages: Readonly<Partial<Record<ScreenPath, () => Promise<{ default: ComponentType }>>>>;
  readonly slots?: Fillings;
}
