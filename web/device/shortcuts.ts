import { useEffect, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { keep, readKept } from './device-store.ts';

/** What of a key press the rules look at. */
interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing: boolean;
  defaultPrevented: boolean;
}

/** The character of a single-key shortcut, or null: with a modifier or while composing it is none. */
export function singleKey(event: Pressed): string | null {
  const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return null;
  return key.length === 1 ? key : null;
}

/** Whether these keys open and close the palette: Ctrl and K, or Cmd and K. */
export function isPaletteKey(event: Pressed & { shiftKey: boolean }): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
  return ctrlKey !== metaKey && !altKey && !shiftKey && !isComposing && key.toLowerCase() === 'k';
}

const takesKeys =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"],' +
  '[role="combobox"], [role="listbox"], [role="menu"], [role="slider"], [role="application"]';
const layers = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Whether a single key would disturb: it is meant for a field, a menu, the map or an open dialog. */
export function isBusy(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest(takesKeys) !== null) return true;
  return document.querySelector(layers) !== null;
}

const keptAs = 'shortcuts';
const watchers = new Set<() => void>();
let on = true;

function turn(next: boolean): void {
  on = next;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Whether single keys do something. */
export function useShortcutsOn(): boolean {
  return useSyncExternalStore(watch, () => on);
}

/** Turns single keys on or off, and keeps it for this user on this device. */
export function turnShortcuts(userId: string, next: boolean): void {
  turn(next);
  void keep(userId, keptAs, next);
}

/** Follows what this user chose; single keys are on until they are switched off. */
export function useOwnShortcuts(userId: string): void {
  useEffect(() => {
    let left = false;
    void readKept(userId, keptAs, z.boolean()).then((kept) => {
      if (!left && kept !== null) turn(kept);
    });
    return () => {
      left = true;
      turn(true);
    };
  }, [userId]);
}
