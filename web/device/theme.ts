import { useEffect, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { keep, readKept } from './device-store.ts';
import { storageKeys } from './storage-keys.ts';

const themeSchema = z.enum(['light', 'dark', 'auto']);
/** auto: as the device says. */
export type Theme = z.infer<typeof themeSchema>;

const byDefault: Theme = 'light';
/** In the device store of the user, where the choice is kept. */
const keptAs = 'theme';
/** In local storage, only for the first paint of the next page, while somebody is signed in. */
const paintedAs = storageKeys.theme;

const watchers = new Set<(theme: Theme) => void>();
let shown: Theme = painted();

function painted(): Theme {
  try {
    const theme = localStorage.getItem(storageKeys.token) && localStorage.getItem(paintedAs);
    return themeSchema.catch(byDefault).parse(theme);
  } catch {
    return byDefault;
  }
}

function show(theme: Theme): void {
  try {
    if (theme === byDefault) localStorage.removeItem(paintedAs);
    else localStorage.setItem(paintedAs, theme);
  } catch {
    // The next page then starts in the light theme and turns once the choice is read.
  }
  paint(theme);
}

function paint(theme: Theme): void {
  if (theme === shown) return;
  shown = theme;
  for (const watcher of watchers) watcher(theme);
}

let follow: ((theme: Theme) => void) | undefined;

/** What draws the themes (Mantine's color scheme manager) reads and hears the choice here. */
export const themeManager = {
  get: (): Theme => shown,
  // Mantine sets what it heard here, which is no choice to keep.
  set: paint,
  clear: () => paint(byDefault),
  subscribe: (onUpdate: (theme: Theme) => void) => {
    follow = onUpdate;
    watchers.add(onUpdate);
  },
  unsubscribe: () => {
    if (follow) watchers.delete(follow);
    follow = undefined;
  },
};

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The theme that is shown now. */
export function useTheme(): Theme {
  return useSyncExternalStore(watch, themeManager.get);
}

/** Shows a theme from now on, and keeps it for this user on this device. */
export function chooseTheme(userId: string, theme: Theme): void {
  show(theme);
  void keep(userId, keptAs, theme);
}

/**
 * Shows the theme of this user while they are signed in, in every tab; light to whoever comes after.
 * Local storage stays as the logout left it.
 */
export function useOwnTheme(userId: string): void {
  useEffect(() => {
    let left = false;
    void readKept(userId, keptAs, themeSchema).then((theme) => {
      if (!left) show(theme ?? byDefault);
    });
    const elsewhere = ({ key }: StorageEvent) => {
      if (key === paintedAs) show(painted());
    };
    window.addEventListener('storage', elsewhere);
    return () => {
      left = true;
      window.removeEventListener('storage', elsewhere);
      paint(byDefault);
    };
  }, [userId]);
}
