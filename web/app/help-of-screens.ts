import { createContext } from 'react';
import type { ScreenPath } from './screens.tsx';

/** Fetches what a screen is for. A screen that tells it of others can't import the table that loads it. */
export const HelpOfScreens = createContext<(path: ScreenPath) => Promise<string>>(() =>
  Promise.resolve(''),
);
