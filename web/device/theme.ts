import { useEffect, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { readFromDevice, saveOnDevice } from './device-store.ts';
import { storageKeys } from './storage-keys.ts';

const themeSchema = z.enum(['light', 'dark', 'auto']);
/** auto: the theme of the device. */
export type Theme = z.infer<typeof themeSchema>;

const byDefault: Theme = 'light';
/** The key of the choice in the user's device store. */
const storeKey = 'theme';
/** In local storage too while somebody is signed in, so that the next page starts in that theme. */
const startKey = storageKeys.theme;

const watchers = new Set<(theme: Theme) => void>();
let shown: Theme = startTheme();

function startTheme(): Theme {
  try {
    const theme = localStorage.getItem(storageKeys.token) && localStorage.getItem(startKey);
    return themeSchema.catch(byDefault).parse(theme);
  } catch {
    return byDefault;
  }
}

function show(theme: Theme): void {
  try {
    if (theme === byDefault) localStorage.removeItem(startKey);
    else localStorage.setItem(startKey, theme);
  } catch {
    // The next page then starts in the light theme, and changes once the choice is read.
  }
  paint(theme);
}

function paint(theme: Theme): void {
  if (theme === shown) return;
  shown = theme;
  for (const watcher of watchers) watcher(theme);
}

let listener: ((theme: Theme) => void) | undefined;

/** Mantine's color scheme manager: it reads the theme here, and is told of changes. */
export const themeManager = {
  get: (): Theme => shown,
  // Mantine calls this with what it was just told: that is no choice of the user's.
  set: paint,
  clear: () => paint(byDefault),
  subscribe: (onUpdate: (theme: Theme) => void) => {
    listener = onUpdate;
    watchers.add(onUpdate);
  },
  unsubscribe: () => {
    if (listener) watchers.delete(listener);
    listener = undefined;
  },
};

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function useTheme(): Theme {
  return useSyncExternalStore(watch, themeManager.get);
}

/**
 * Remembers a theme for this user on this device, then shows it. So a theme that was seen is kept,
 * even if the page is left at once.
 */
export async function chooseTheme(userId: string, theme: Theme): Promise<void> {
  await saveOnDevice(userId, storeKey, theme);
  show(theme);
}

/**
 * Shows this user's theme in every tab while they are signed in, and the light one after. Local
 * storage stays as the logout left it.
 */
export function useOwnTheme(userId: string): void {
  useEffect(() => {
    let unmounted = false;
    void readFromDevice(userId, storeKey, themeSchema).then((theme) => {
      if (!unmounted) show(theme ?? byDefault);
    });
    const onStorage = ({ key }: StorageEvent) => {
      if (key === startKey) show(startTheme());
    };
    window.addEventListener('storage', onStorage);
    return () => {
      unmounted = true;
      window.removeEventListener('storage', onStorage);
      paint(byDefault);
    };
  }, [userId]);
}
