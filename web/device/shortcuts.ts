import { useEffect } from 'react';
import { z } from 'zod';
import { createStore } from './create-store.ts';
import { readFromDevice, saveOnDevice } from './device-store.ts';

/** The part of a keyboard event that decides. */
interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing: boolean;
  defaultPrevented: boolean;
}

/** The character of a single-key shortcut; null with a modifier key, or while text is composed. */
export function singleKey(event: KeyPress): string | null {
  const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return null;
  return key.length === 1 ? key : null;
}

/** These keys open and close the palette: Ctrl and K, or Cmd and K. */
export function isPaletteKey(event: KeyPress & { shiftKey: boolean }): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
  return ctrlKey !== metaKey && !altKey && !shiftKey && !isComposing && key.toLowerCase() === 'k';
}

const takesKeys =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"],' +
  '[role="combobox"], [role="listbox"], [role="menu"], [role="slider"], [role="application"]';
const layers = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** True if a single key is meant for the field, menu or map in which it was pressed. */
export const isTyped = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(takesKeys) !== null;

/** True if a single key is meant for something else: a field, a menu, the map or an open dialog. */
export const isBusy = (target: EventTarget | null): boolean =>
  isTyped(target) || document.querySelector(layers) !== null;

const storeKey = 'shortcuts';
const on = createStore(true);

/** True while single-key shortcuts are on. */
export const useShortcutsOn = on.use;

/** Turns single keys on or off, and remembers it for this user on this device. */
export function turnShortcuts(userId: string, next: boolean): void {
  on.set(next);
  void saveOnDevice(userId, storeKey, next);
}

/** Applies this user's choice; single keys are on by default. */
export function useOwnShortcuts(userId: string): void {
  useEffect(() => {
    let unmounted = false;
    void readFromDevice(userId, storeKey, z.boolean()).then((chosen) => {
      if (!unmounted && chosen !== null) on.set(chosen);
    });
    return () => {
      unmounted = true;
      on.set(true);
    };
  }, [userId]);
}
