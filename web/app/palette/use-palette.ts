import { useEffect, useRef, useState } from 'react';
import { isMetered } from '#web/device/network.ts';
import { afterFirstUse } from '#web/ui/overlay/when-idle.ts';

/** A field in an open dialog, whose text would be lost by going elsewhere. */
const openField =
  '[aria-modal="true"] :is(input:not([type="checkbox"]), textarea, select, [role="combobox"])';

const load = () => import('./palette.tsx');

export { load as loadPalette };

/**
 * Opens and closes the palette. Closing returns the focus at once, so that a dialog opened next
 * returns it to the same place.
 */
export function usePalette() {
  const [opened, setOpened] = useState(false);
  const [used, setUsed] = useState(false);
  const returnTo = useRef<Element | null>(null);

  // Fetched early: commands and screens can be found without a network too.
  useEffect(
    () =>
      afterFirstUse(() => {
        if (!isMetered()) load().catch(() => undefined);
      }),
    [],
  );

  function close(): void {
    setOpened(false);
    const element = returnTo.current;
    if (element instanceof HTMLElement && element.isConnected)
      element.focus({ preventScroll: true });
  }

  return {
    opened,
    /** True if it was ever opened. */
    used,
    /** Does nothing while a form is open. */
    open: () => {
      if (document.querySelector(openField) !== null) return;
      returnTo.current = document.activeElement;
      setUsed(true);
      setOpened(true);
    },
    close,
  };
}
