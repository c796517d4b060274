import { useEffect } from 'react';
import { z } from 'zod';
import { createStore } from './create-store.ts';
import { readFromDevice, saveOnDevice } from './device-store.ts';
import { storageKeys } from './storage-keys.ts';

const themeSchema = z.enum(['light', 'dark', 'auto']);
/** auto: the theme of the device. */
export type Theme = z.infer<typeof themeSchema>;

const byDefault: Theme = 'auto';
/** The key of the choice in the user's device store. */
const storeKey = 'theme';
/** In local storage too while somebody is signed in, so that the next page starts in that theme. */
const startKey = storageKeys.theme;

const shown = createStore(startTheme());

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
    // The next page then starts in the device's theme, and changes once the choice is read.
  }
  shown.set(theme);
}

let stop: (() => void) | undefined;

/** Mantine's color scheme manager: it reads the theme here, and is told of changes. */
export const themeManager = {
  get: shown.get,
  // Mantine calls this with what it was just told: that is no choice of the user's.
  set: shown.set,
  clear: () => shown.set(byDefault),
  subscribe: (onUpdate: (theme: Theme) => void) => {
    stop = shown.subscribe(() => onUpdate(shown.get()));
  },
  unsubscribe: () => stop?.(),
};

export const useTheme = shown.use;

/**
 * Remembers a theme for this user on this device, then shows it. So a theme that was seen is kept,
 * even if the page is left at once.
 */
export async function chooseTheme(userId: string, theme: Theme): Promise<void> {
  await saveOnDevice(userId, storeKey, theme);
  show(theme);
}

/**
 * Shows this user's theme in every tab while they are signed in, and the device's after. Local
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
      shown.set(byDefault);
    };
  }, [userId]);
}
