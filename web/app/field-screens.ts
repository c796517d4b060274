import { offlineRecords, records } from '#contract/records.ts';
import type { ScreenPath } from './screens.tsx';

/** The screens that an officer at the roadside opens: the device keeps them first. */
export const fieldScreens: readonly ScreenPath[] = [
  '/',
  ...offlineRecords.map((kind) => records[kind].offline),
  '/outbox',
  '/check-ticket',
  '/dossier',
];
