import { useEffectEvent, useLayoutEffect } from 'react';
import { isBusy, isPaletteKey, singleKey, useShortcutsOn } from '#web/device/shortcuts.ts';
import { focusSearch, moveRow } from './rows.ts';

export interface KeyActions {
  /** True if something is open over the screen, or about to be: single keys do nothing then. */
  covered: boolean;
  onPalette: () => void;
  onNewBooking: () => void;
  onHelp: () => void;
}

/** The keyboard shortcuts of every screen. */
export function useKeys(actions: KeyActions): void {
  const on = useShortcutsOn();

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isPaletteKey(event)) {
      event.preventDefault();
      actions.onPalette();
      return;
    }
    const key = singleKey(event);
    if (!on || key === null || actions.covered || isBusy(event.target)) return;
    if (act(key, actions)) event.preventDefault();
  });

  // Before the screen is painted: whoever sees it may press a key at once.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** Does what a single key stands for; false when it does nothing on this screen. */
function act(key: string, { onPalette, onNewBooking, onHelp }: KeyActions): boolean {
  switch (key) {
    case 'j':
      return moveRow(1);
    case 'k':
      return moveRow(-1);
    case '/':
      if (!focusSearch()) onPalette();
      return true;
    case 'n':
      onNewBooking();
      return true;
    case '?':
      onHelp();
      return true;
    default:
      return false;
  }
}
