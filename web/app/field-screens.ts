import type { ScreenPath } from './screens.tsx';

/** The screens that an officer at the roadside opens: the device keeps them first. */
export const fieldScreens: readonly ScreenPath[] = [
  '/',
  '/unpaid',
  '/collisions',
  '/outbox',
  '/check-ticket',
  '/dossier',
];
